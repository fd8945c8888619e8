"""Who plays a game, where it is saved, and its replay."""
