"""Learn tactics from games, as the paper does and as the shipped rules were learned."""
