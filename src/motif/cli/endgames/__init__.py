"""The endgame programs in the lab: evolve, improve, measure and read them."""
