"""Learn move patterns from strong players, or from a teacher as the paper does."""
