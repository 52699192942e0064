"""A game between a person and a player of the house: what is typed, hints by steps, and a game that can be left."""
