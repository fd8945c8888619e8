"""How a game runs: questions, actions, refusals, the state, the sequence of play, the game, its journal, chance."""
