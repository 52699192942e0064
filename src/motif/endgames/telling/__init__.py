"""Programs for people: in English, and as pictures of their trees."""
