"""What the API takes and gives, a file for each view; OpenAPI and the page's types are made from these.

Where the rooms have a value of their own (a studied game, a profile, a rate) that value is the shape.
"""
