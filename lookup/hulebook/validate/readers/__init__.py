"""From files to rows. In: paths and streams, one module a form. Out: `Rows` and bad rows.

May import: hands, batch, arrow.
"""
