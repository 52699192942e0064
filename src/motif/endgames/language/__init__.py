"""The language of programs: its symbols, trees of them, their text, and three trees as a program."""
