"""The language of tactics: its words, how rules are written and told, and which moves they suggest."""
