"""Who may see and do what: each seat of a game has an address that cannot be guessed.

The seats of a game are kept beside its file, in `NAME.seats.json`, readable by their owner alone.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from wargame.core.engine.errors import WargameError

SPECTATOR = "spectator"


@attrs.frozen
class Seat:
    """The sides played by the holder of a token (none: a spectator); the `owner` may give out and revoke links.

    A seat that is `revoked` stays free until its owner gives it a new address.
    """

    token: str
    sides: tuple[str, ...] = ()
    owner: bool = False
    revoked: bool = False

    @property
    def shared(self) -> bool:
        """Whether several people share this screen, so that what one sees must be hidden from the others."""
        return len(self.sides) > 1


@attrs.define
class Seats:
    """The seats of one game and the bots that play the other sides."""

    path: Path
    seats: dict[str, Seat] = attrs.field(factory=dict)
    bots: dict[str, str] = attrs.field(factory=dict)

    @classmethod
    def read(cls, path: Path) -> Seats:
        """The seats kept in a file; none if there is no such file."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            seats = {
                token: Seat(token, tuple(one["sides"]), bool(one["owner"]), bool(one.get("revoked")))
                for token, one in data["seats"].items()
            }
            return cls(path, seats, dict(data["bots"]))
        except FileNotFoundError:
            return cls(path)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise WargameError(f"{path} cannot be read ({error}); remove it to seat the players anew.") from None

    def write(self) -> None:
        """Write the file as a whole, readable only by its owner."""
        data = {
            "bots": self.bots,
            "seats": {s.token: {"sides": s.sides, "owner": s.owner, "revoked": s.revoked} for s in self.seats.values()},
        }
        new = self.path.with_name(f".{self.path.name}.new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)

    def add(self, sides: Iterable[str], owner: bool = False) -> Seat:
        """A new seat; write() keeps it."""
        seat = Seat(secrets.token_urlsafe(24), tuple(sides), owner)
        self.seats[seat.token] = seat
        return seat

    def renew(self, token: str, revoked: bool = False) -> Seat:
        """Give a seat a new address, or none for now; the old one stops working."""
        old = self.seats.pop(token)
        seat = attrs.evolve(old, token=secrets.token_urlsafe(24), revoked=revoked)
        self.seats[seat.token] = seat
        return seat

    def find(self, token: str) -> Seat | None:
        """The seat of a token; how long the search takes gives nothing away."""
        found = None
        for known, seat in self.seats.items():
            if secrets.compare_digest(known.encode(), token.encode()) and not seat.revoked:
                found = seat
        return found


def seat_players(seats: Seats, title_sides: Iterable[str], players: Mapping[str, str]) -> dict[str, Seat]:
    """Seats for a new game, by side, `me` and `spectator`; `players` has `me`, `link` or a bot's name for each side."""
    mine = [side for side in title_sides if players.get(side, "me") == "me"]
    made: dict[str, Seat] = {"me": seats.add(mine, owner=True)}
    for side in title_sides:
        player = players.get(side, "me")
        if player == "link":
            made[side] = seats.add([side])
        elif player != "me":
            seats.bots[side] = player
    made[SPECTATOR] = seats.add([])
    seats.write()
    return made
