"""Forms: the requested schema, its eight field kinds, Python types as forms, and answers checked.

Everything works on the plain JSON object; schemas.py gives it types. Nothing here knows how a
question travels.
"""
