"""How a game runs: questions, actions, refusals, state, sequence of play, game, journal, events, chance."""
