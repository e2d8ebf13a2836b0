"""The tables of hulebook and their manifest, made by `hulebook-build` and by nothing else."""
