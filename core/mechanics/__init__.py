"""What wargames share, one module for each word a wargamer uses: board, zones, stacking, movement, supply, odds ..."""
