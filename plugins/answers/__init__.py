"""Answers as people write them: short forms, names of units and spaces, several answers in one line."""
