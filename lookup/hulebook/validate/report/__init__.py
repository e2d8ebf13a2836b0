"""What is told of a file. In: differences. Out: a verdict, its text, an output file.

May import: compare and readers.
"""
