"""Makes the tables of hulebook: enumerates shapes, decides the best combinations, writes them."""
