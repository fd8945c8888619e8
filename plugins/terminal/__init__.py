"""Playing at a terminal or from a pipe: what is typed, what is shown, the words besides answers."""
