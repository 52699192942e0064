"""Train with exercises from own mistakes, and schedule them."""
