"""The door for a browser: one API over everything Motif knows, and the page that draws it; nothing is thought here."""
