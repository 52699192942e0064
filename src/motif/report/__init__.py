"""Write the report of a study: a page, annotated games, a card."""
