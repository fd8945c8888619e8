"""Maps in characters."""
