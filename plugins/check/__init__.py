"""`wargame check`: everything that is wrong with a title, found at once, with file, line, hook and a hint for each."""
