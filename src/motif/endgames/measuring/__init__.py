"""The exact truth about small endgames, and how near to it somebody plays."""
