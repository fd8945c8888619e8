"""War status (16), automatic victory (5.2), the end of scenarios and the result (5.3-5.6)."""

from __future__ import annotations

from wargame.core.title.title import Result

from .model import AP, CP, State


def levels(s: State) -> tuple[int, int, str]:
    """CP and Allied victory levels and their rule."""
    spec = s.data.scenarios[s.scenario]
    if spec.treaty_cp_min is not None and "cp_45" in s.played:
        return spec.treaty_cp_min, spec.ap_max, spec.treaty_rule
    return spec.cp_min, spec.ap_max, spec.rule


def judge(s: State, reason: str) -> None:
    """The game ends: compare the VP with the scenario's levels (5.1.1, 5.6)."""
    bid = int(s.options.get("bid", 0))
    tournament = bool(s.options.get("tournament"))
    total = s.tracks["vp"] + (bid if tournament else 0)  # 5.6.2
    cp_min, ap_max, rule = levels(s)
    winners: tuple[str, ...] = (CP,) if total >= cp_min else (AP,) if total <= ap_max else ()
    if not winners and tournament:  # 5.6.3
        winners, rule = (AP,), "5.6.3"
    s.result = Result(winners, rule, f"{reason} with {total} VP", {"vp": total})


def peace(s: State) -> None:
    """Accepted Peace Terms (5.1.1, 5.6.4)."""
    if s.options.get("tournament"):
        s.result = Result((), "5.6.4", "Peace Terms were accepted: both sides lose", {"vp": s.tracks["vp"]})
    else:
        s.result = Result((), "16.5.2", "Peace Terms were accepted", {"vp": s.tracks["vp"]})


def vp_phase(s: State) -> None:
    """E.1: VP of the War Status Phase."""
    points = s.data.events.vp
    if "ap_02" in s.played and s.season() == "winter":
        s.vp(points.ap_02, "AP-2")
    missed = s.data.numbers.missed_offensive_vp
    for side, change in ((CP, -missed), (AP, missed)):
        want = s.offensive.get(side, "none")
        if want not in ("none", "made") and not (want == "fr" and "cp_47" in s.played):
            s.vp(change, "7.1.3")
    if "mutiny" in s.limits:
        s.vp(points.cp_47, "7.1.8")
    if s.commitment[AP] == 2 and "it" not in s.at_war:
        s.vp(points.ap_17, "AP-17")


def automatic(s: State) -> None:
    """E.2 and E.3."""
    total = s.tracks["vp"]
    if total >= s.data.numbers.cp_victory:
        s.result = Result((CP,), "5.2.1", "automatic victory", {"vp": total})
    elif total <= s.data.numbers.ap_victory:
        s.result = Result((AP,), "5.2.2", "automatic victory", {"vp": total})
    elif s.tracks["combined"] >= s.data.numbers.armistice and s.scenario == "campaign":
        judge(s, "Armistice")


def war_status(s: State, side: str, n: int) -> None:
    """9.5.1.3, 16.1.6."""
    if n:
        if s.commitment[side] < 2:
            s.score(f"{side}_ws", n, "9.5.1.3")
        s.score("combined", n, "9.5.1.3")
