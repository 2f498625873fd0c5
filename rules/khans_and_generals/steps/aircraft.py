"""Aircraft: fights, search, raids (section 18 of the rules, P20)."""

from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.state.state import Question
from rules.khans_and_generals.steps.artillery import in_spread, shell_work, works_hit
from rules.khans_and_generals.steps.casualties import (
    attacked,
    check_rout,
    give_effect,
    hurt,
    losses_from_fire,
)
from rules.khans_and_generals.steps.fire import event_fire
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    PIN_AIRCRAFT,
    Blow,
    burst_on_vehicle,
    destroy_vehicle,
    pepper,
    ranged_defence,
    strike_vehicle,
    test_pinning,
)

#: Which dice number units by lot.
LOT_DICE = (4, 6, 8, 10, 12)


def shoot_down(res: Resolution, name: str) -> None:
    """An aircraft is lost (KG-148)."""
    res.change("shot_down", name, "KG-148", eliminated=True, airborne=False)


def leave_air(res: Resolution, name: str) -> None:
    """An aircraft leaves the battle (KG-148)."""
    res.change("left", name, "KG-148", left=True, airborne=False)


def tie_up(res: Resolution, name: str) -> None:
    """An aircraft makes no raid this turn (KG-148)."""
    res.change("tied_up", name, "KG-148", tied=True)


def hit_aircraft(res: Resolution, name: str) -> None:
    """The d6 of an aircraft that was hit (KG-148)."""
    face = res.roll(6)
    res.emit("aircraft_hit", "KG-148", unit=name, face=face)
    if face == 1:
        shoot_down(res, name)
    elif face <= 4:
        leave_air(res, name)
    else:
        tie_up(res, name)


def arrive(res: Resolution) -> None:
    """Called aircraft come in, ready to act (KG-141)."""
    for name in res.state.called:
        fields = {"airborne": True}
        res.emit("aircraft_arrived", "KG-141", unit=name, units={name: fields})
    if res.state.called:
        res.emit("calls_answered", "KG-141", table={"called": ()})


def queue(res: Resolution) -> None:
    """All aircraft act in this phase, the first player's first."""
    planes = [piece for piece in res.field.pieces if piece.unit.airborne]
    places = {player: place for place, player in enumerate(res.setup.players)}
    names = tuple(p.id for p in sorted(planes, key=lambda plane: places[plane.owner]))
    loose = {name: {"tied": False} for name in names}
    if names:
        res.emit("aircraft", "KG-142", units=loose, table={"flying": names})


def act(res: Resolution) -> None:
    """Let the waiting aircraft act until one has to choose its target."""
    while res.state.flying and res.state.waiting is None:
        name, *others = res.state.flying
        res.emit("aircraft_turn", unit=name, table={"flying": tuple(others)})
        if res.unit(name).airborne:
            _turn_of(res, name)
            check_rout(res, name)


def _turn_of(res: Resolution, name: str) -> None:
    enemy = _opponent(res.field, res.piece(name))
    if enemy is not None:
        dogfight(res, name, enemy.id)
    elif not res.unit(name).tied and res.unit(name).sorties > 0 and search(res, name):
        return
    end_turn_of(res, name)


def end_turn_of(res: Resolution, name: str) -> None:
    """One turn less on station; without any it leaves."""
    unit = res.unit(name)
    if not unit.airborne:
        return
    left = max(0, unit.turns_left - 1)
    res.change("time_on_station", name, "KG-141", turns_left=left)
    if left == 0:
        leave_air(res, name)


def _opponent(field: Field, plane: Piece) -> Piece | None:
    """Whom an aircraft attacks in the air (KG-147)."""
    enemies = [p for p in field.pieces if p.unit.airborne and p.is_enemy(plane)]
    if plane.profile.type == "fighter":
        flying = [p for p in field.enemies(plane.owner) if p.profile.has("flying")]
        return next(iter([*enemies, *flying]), None)
    if plane.unit.sorties > 0:
        return None
    slower = (p for p in enemies if p.profile.agility < plane.profile.agility)
    return next(slower, None)


def dogfight(res: Resolution, attacker: str, defender: str) -> None:
    """Attack against agility; who can fires back (KG-148)."""
    _burst_at(res, attacker, defender, res.piece(attacker).profile.air_attack)
    back = res.piece(defender).profile.defensive_armament
    if back is not None and res.unit(defender).airborne:
        _burst_at(res, defender, attacker, back)


def _burst_at(res: Resolution, attacker: str, defender: str, skill: int) -> None:
    attack = skill + res.swing()
    defence = res.piece(defender).profile.agility + res.swing()
    res.emit("dogfight", "KG-148", unit=attacker, target=defender, attack=attack, defence=defence)
    if attack > defence:
        hit_aircraft(res, defender)


# --- Search ---------------------------------------------------------------------------------


def search(res: Resolution, name: str) -> bool:
    """Look for a target (KG-142); whether a player has to choose one."""
    plane = res.piece(name)
    optics = 0 if "optics" in plane.unit.broken else plane.profile.optics
    face = res.roll(10)
    result = max(1, min(10, face + optics))
    res.emit("search", "KG-142", unit=name, face=face, result=result)
    enemy = res.setup.other(plane.owner)
    if result <= 2:
        return _ask(res, name, enemy, _targets(res.field, plane.owner, openly=result == 2))
    if result <= 4:
        _waste(res, name)
    elif 7 <= result <= 8:
        _raid_at_random(res, name, enemy)
    elif result >= 9:
        return _ask(res, name, plane.owner, _targets(res.field, enemy, openly=result == 9))
    return False


def _targets(field: Field, player: str, *, openly: bool) -> list[str]:
    """A player's units that may be picked, reserves among them where any may (KG-063)."""
    found = _seen_from_above(field, player)
    if openly:
        return [p.id for p in found if not p.in_difficult]
    reserves = [name for group in field.state.reserves.values() for name in group]
    waiting = [n for n in reserves if field.piece(n).owner == player and not field.piece(n).present]
    return [*(p.id for p in found), *waiting]


def _seen_from_above(field: Field, player: str) -> list[Piece]:
    """A player's units on the table that take part in the battle."""
    own = field.friends(player)
    return [p for p in own if p.profile.class_ != "aircraft" and not p.unit.abandoned]


def _waste(res: Resolution, name: str) -> None:
    """A raid on nothing (KG-142, KG-143)."""
    left = res.unit(name).sorties - 1
    res.change("sortie_wasted", name, "KG-143", sorties=left)


def _ask(res: Resolution, name: str, player: str, options: list[str]) -> bool:
    if not options:
        _waste(res, name)
        return False
    question = Question(player, name, tuple(options))
    res.emit("asked", "KG-142", unit=name, table={"waiting": question})
    return True


def _raid_at_random(res: Resolution, name: str, enemy: str) -> None:
    """A target by lot: open or difficult ground, then a number (KG-144)."""
    pool = _seen_from_above(res.field, enemy)
    if res.piece(name).profile.type == "ground_attack":
        pool = [p for p in pool if p.profile.is_vehicle] or pool
    if not pool:
        _waste(res, name)
        return
    openly = [p.id for p in pool if not p.in_difficult]
    covered = [p.id for p in pool if p.in_difficult]
    face = res.roll(6)
    group = (openly or covered) if face % 2 == 0 else (covered or openly)
    raid(res, name, group[lot(res, len(group))])


def lot(res: Resolution, number: int) -> int:
    """One of so many by the smallest die that reaches them, too high again (KG-144); where none
    does, a die first says which dozen."""
    if number == 1:
        return 0
    if number > LOT_DICE[-1]:
        dozens = -(-number // LOT_DICE[-1])
        while (one := lot(res, dozens) * LOT_DICE[-1] + res.roll(LOT_DICE[-1])) > number:
            pass
        return one - 1
    sides = next(sides for sides in LOT_DICE if sides >= number)
    while (face := res.roll(sides)) > number:
        pass
    return face - 1


# --- Raids ----------------------------------------------------------------------------------


def raid(res: Resolution, name: str, target: str) -> None:
    """Attack a target on the ground with what comes first (KG-145, KG-146)."""
    left = res.unit(name).sorties - 1
    res.emit("raid", "KG-145", unit=name, units={name: {"sorties": left}}, target=target)
    weapon = _weapon_for(res.piece(name), res.piece(target))
    if weapon == "bombs":
        _bomb(res, name, target)
    elif weapon == "cannon":
        _fire_cannon(res, name, target)
    elif weapon == "machine_guns":
        _strafe(res, name, target)


def _weapon_for(plane: Piece, target: Piece) -> str | None:
    """Bombs first, against vehicles cannon first (KG-145)."""
    profile = plane.profile
    ready = {
        "bombs": profile.bombs is not None and plane.unit.bombs > 0,
        "cannon": profile.cannon is not None,
        "machine_guns": profile.attack[1] is not None,
    }
    order = ("bombs", "machine_guns", "cannon")
    if target.profile.is_vehicle:
        order = ("cannon", "bombs", "machine_guns")
    return next((weapon for weapon in order if ready[weapon]), None)


def _bomb(res: Resolution, name: str, target: str) -> None:
    bombs = res.piece(name).profile.bombs
    if bombs is None:
        return
    res.change("bombs_dropped", name, "KG-146", bombs=res.unit(name).bombs - 1)
    face = res.roll(10)
    res.emit("aimed", "KG-146", unit=name, face=face, accuracy=bombs.accuracy)
    if face > bombs.accuracy:
        return
    at = res.unit(target).at
    hits = [target] if at is None else [p.id for p in in_spread(res.field, at, bombs.spread)]
    for hit in hits:
        piece = res.piece(hit)
        if not piece.profile.is_vehicle:
            attack = bombs.explosion + res.swing()
            damage = max(0, attack - ranged_defence(piece).total)
            res.emit("burst", "KG-146", unit=hit, by=name, attack=attack)
            hurt(res, hit, losses_from_fire(piece, damage), name, "KG-146", "KG-114")
        elif not piece.is_armoured or hit == target:
            destroy_vehicle(res, hit, name, "KG-146", calibre=bombs.calibre)
    _raided(res, name, hits)
    if bombs.calibre:
        for work in works_hit(res.field, hits):
            shell_work(res, work, bombs.calibre, by_bomb=True)
    if at is not None and res.conditions.ground == "very_dry":
        event_fire(res, at, "bombs")


def _fire_cannon(res: Resolution, name: str, target: str) -> None:
    cannon = res.piece(name).profile.cannon
    if cannon is None:
        return
    face = res.roll(10)
    res.emit("aimed", "KG-146", unit=name, face=face, accuracy=cannon.accuracy)
    if face > cannon.accuracy:
        return
    piece = res.piece(target)
    if piece.is_armoured:
        strike_vehicle(res, name, target, Blow("top", piercing=cannon.penetration))
    elif piece.profile.is_vehicle:
        burst_on_vehicle(res, name, target, cannon.explosion, 0)
    else:
        attack = cannon.explosion + res.swing()
        damage = max(0, attack - ranged_defence(piece).total)
        res.emit("burst", "KG-146", unit=target, by=name, attack=attack)
        hurt(res, target, losses_from_fire(piece, damage), name, "KG-146", "KG-114")
    _raided(res, name, [target])


def _strafe(res: Resolution, name: str, target: str) -> None:
    piece = res.piece(target)
    if piece.profile.is_vehicle:
        pepper(res, name, target, res.piece(name).profile.attack[1] or 0)
    else:
        attack = (res.piece(name).profile.attack[1] or 0) + res.swing()
        damage = max(0, attack - ranged_defence(piece).total)
        res.emit("burst", "KG-146", unit=target, by=name, attack=attack)
        hurt(res, target, losses_from_fire(piece, damage), name, "KG-146", "KG-114")
    _raided(res, name, [target])


def _raided(res: Resolution, name: str, hits: list[str]) -> None:
    """Morale and pinning of all that were raided."""
    for hit in hits:
        attacked(res, hit)
        give_effect(res, hit, "air_raid", name)
        test_pinning(res, hit, name, PIN_AIRCRAFT)
