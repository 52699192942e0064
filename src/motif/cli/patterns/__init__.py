"""The move patterns in the lab: learn, weigh, measure and read them."""
