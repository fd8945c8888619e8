"""What wargames share: a module for each thing a wargamer has a word for."""
