"""python -m rules validate | resolve | replay | simulate | playouts | coverage | schemas | bench |
strengths | moment |
ladder | drill | study.

None of them needs a database.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rules import GAME_SYSTEMS, GameSystem, Unreadable, parse_json, read_json_file, write_unreadable
from rules.age_of_destruction import (
    COMMANDERS,
    CatalogueRefused,
    NothingLegal,
    read_catalogue,
    read_group,
)
from rules.core.codec import LARGEST_FILE, read_bounded
from rules.core.coverage import marked_rules, test_sources
from rules.core.system import Document, Edition, Play

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_SYSTEM = "age-of-destruction"

ALL_LEGAL, SOME_ILLEGAL, SOME_UNREADABLE = 0, 1, 2
#: The sample groups whose fight stands on the front page.
IN_THE_PICTURE = ("steel-wolves-300", "swordsworn-300")
#: A game that cannot go on through no fault of its players.
GAME_AT_FAULT = 3


def read_records(folder: Path) -> dict[str, Any]:
    """Every JSON file below a folder by its relative path; raises Unreadable naming the file."""
    records = {}
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        try:
            records[name] = read_json_file(path)
        except Unreadable as error:
            raise Unreadable(f"{name} {error.path}", error.code, **error.params) from error
    return records


def load_edition(system: GameSystem, folder: Path | None = None) -> Edition:
    """A system with its records from `fixtures/` or another folder."""
    return system.edition(read_records(folder or ROOT / "fixtures" / system.fixtures))


def validate(options: argparse.Namespace) -> int:
    """Print one verdict a file; ends with 1 where a group is illegal, 2 for an unreadable file."""
    status = ALL_LEGAL
    for verdict in _each(options, _judge):
        print(json.dumps(verdict, ensure_ascii=False))
        if "unreadable" in verdict:
            status = SOME_UNREADABLE
        elif verdict["legal"] is not True:
            status = max(status, SOME_ILLEGAL)
    return status


def _judge(edition: Edition, data: Any, language: str) -> Document:
    if edition.army is None:
        raise Unreadable("$.system", "NO_ARMIES", system=GAME_SYSTEMS[_system_of(data)].title)
    return edition.army.judge(data, language)


def resolve(options: argparse.Namespace) -> int:
    """Print one outcome a scenario; ends with 1 for a refused order, 2 for files or dice amiss."""
    status = ALL_LEGAL
    for outcome in _each(options, lambda *file: _play(*file).resolve(*file[1:])):
        print(json.dumps(outcome, ensure_ascii=False))
        if "unreadable" in outcome or outcome["dice_left"] or outcome.get("draws_left"):
            status = SOME_UNREADABLE
        elif outcome["refused"]:
            status = max(status, SOME_ILLEGAL)
    return status


def replay(options: argparse.Namespace) -> int:
    """Play saved games again and print where one first differs from its record."""
    status = ALL_LEGAL
    for answer in _each(options, lambda *file: _play(*file).replay(*file[1:])):
        print(json.dumps(answer, ensure_ascii=False))
        if "unreadable" in answer:
            status = SOME_UNREADABLE
        elif not answer["identical"]:
            status = max(status, SOME_ILLEGAL)
    return status


def _play(edition: Edition, data: Any, language: str) -> Play:
    if edition.play is None:
        raise Unreadable("$.system", "NO_GAMES", system=GAME_SYSTEMS[_system_of(data)].title)
    return edition.play


def _each(
    options: argparse.Namespace, answer: Callable[[Edition, Any, str], Document]
) -> Iterator[Document]:
    """What the system of every file answers to it, or why the file cannot be read; raises what
    records raise that cannot."""
    editions: dict[str, Edition] = {}
    for name in options.files:
        try:
            data = parse_json(_read_file(name))
        except Unreadable as error:
            yield write_unreadable(options.output, error, options.lang)
            continue
        system = GAME_SYSTEMS[_system_of(data)]
        if system.name not in editions:
            editions[system.name] = load_edition(system, options.catalogue)
        try:
            yield answer(editions[system.name], data, options.lang)
        except Unreadable as error:
            yield write_unreadable(options.output, error, options.lang)


def _read_file(name: str) -> bytes:
    try:
        if name == "-":
            return read_bounded(sys.stdin.buffer, LARGEST_FILE)
        with Path(name).open("rb") as file:
            return read_bounded(file, LARGEST_FILE)
    except OSError as error:
        raise Unreadable("$", "NO_FILE", reason=error.strerror or str(error)) from error


def _system_of(data: Any) -> str:
    system = data.get("system") if isinstance(data, dict) else None
    return system if isinstance(system, str) and system in GAME_SYSTEMS else DEFAULT_SYSTEM


def coverage(options: argparse.Namespace) -> int:
    """Print the rules without a marked test, then how many have one."""
    tested = marked_rules(test_sources([ROOT / "rules" / "tests"]))
    systems = [GAME_SYSTEMS[options.system]] if options.system else list(GAME_SYSTEMS.values())
    areas = {area.upper() for area in options.areas.split(",")} if options.areas else None
    rules = [
        rule
        for system in systems
        for rule in system.rulebook().values()
        if (areas is None or rule.area in areas) and options.kind in (None, rule.kind)
    ]
    untested = [rule for rule in rules if rule.id not in tested]
    for rule in untested:
        print(f"{rule.id}  {rule.title['en']}")
    print(f"{len(rules) - len(untested)} of {len(rules)} rules tested")
    return 1 if untested else 0


def playouts(options: argparse.Namespace) -> int:
    """Play whole games from a seed; print how each went and what never occurred."""
    system = GAME_SYSTEMS[options.system]
    play = load_edition(system, options.catalogue).play
    if play is None:
        raise Unreadable("$.system", "NO_GAMES", system=system.title)
    say = partial(print, flush=True)
    return ALL_LEGAL if play.playouts(options.seed, options.games, say) else 1


def schemas(options: argparse.Namespace) -> int:
    """Write the JSON Schemas that are generated from types into a folder."""
    options.folder.mkdir(parents=True, exist_ok=True)
    for system in GAME_SYSTEMS.values():
        for name, schema in system.schemas().items():
            text = json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True)
            (options.folder / f"{name}.json").write_text(text + "\n", "utf-8")
    return ALL_LEGAL


def bench(options: argparse.Namespace) -> int:
    """Measure the rules on one core and print the figures."""
    from rules.tools.bench import measure
    from rules.tools.measurements import keep, told

    folder = options.catalogue or ROOT / "fixtures" / GAME_SYSTEMS[DEFAULT_SYSTEM].fixtures
    battles = ROOT / "fixtures" / GAME_SYSTEMS["khans-and-generals"].fixtures
    figures = measure(lambda: read_records(folder), lambda: read_records(battles))
    if options.write:
        rows = ((f"`{name}`", told(value)) for name, value in figures.items())
        keep("python -m rules bench", ("figure", "measured"), rows)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:22} {value:>12,.3f}")
    return 0


def strengths(options: argparse.Namespace) -> int:
    """Measure every figure against typical ones, bare and with each card, and the lists dealt from
    them; keep it all."""
    from rules.age_of_destruction.starting.equipping import read_equipped
    from rules.age_of_destruction.starting.measuring import written_equipped, written_strengths

    folder = ROOT / "fixtures" / GAME_SYSTEMS[DEFAULT_SYSTEM].fixtures
    catalogue, kept = read_catalogue(read_records(folder)), ROOT / "fixtures" / "starting"
    carried = written_equipped(catalogue)
    text = written_strengths(catalogue, read_equipped(json.loads(carried)))
    (kept / "equipped.json").write_text(carried, "utf-8")
    (kept / "strengths.json").write_text(text, "utf-8")
    return ALL_LEGAL


def moment(options: argparse.Namespace) -> int:
    """Find a shot worth a picture in games of two sample groups, and keep it for the front page."""
    from rules.tools.moment import telling_moment

    folder = ROOT / "fixtures" / GAME_SYSTEMS[DEFAULT_SYSTEM].fixtures
    catalogue = read_catalogue(read_records(folder))
    samples = ROOT / "fixtures" / "samples"
    one, other = (
        read_group(read_json_file(samples / "groups" / f"{name}.json")) for name in IN_THE_PICTURE
    )
    found = telling_moment((one, other), options.games, catalogue)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    (samples / "battle.json").write_text(f"{text}\n", "utf-8")
    return ALL_LEGAL


def simulate(options: argparse.Namespace) -> int:
    """Let two battle groups fight under commanders; print who wins how often, and why."""
    from rules.age_of_destruction.bots.contest import set_up_contest, summary, summary_lines
    from rules.tools.contests import play_contest

    folder = options.catalogue or ROOT / "fixtures" / GAME_SYSTEMS[DEFAULT_SYSTEM].fixtures
    catalogue = read_catalogue(read_records(folder))
    commanders = (options.commander, options.against or options.commander)
    try:
        groups = (
            _fighter(options.one, catalogue, options.lang),
            _fighter(options.other, catalogue, options.lang),
        )
        contest = set_up_contest(groups, commanders, options.seed, catalogue, options.turns)
    except Unreadable as error:
        print(f"{error.path}: {error.message(options.lang)}", file=sys.stderr)
        return SOME_UNREADABLE
    except _CannotFight as error:
        print(error, file=sys.stderr)
        return error.status
    games = []
    try:
        for played in play_contest(contest, options.games, catalogue, options.workers):
            games.append(played)
            print(f"\r{len(games)}/{options.games}", end="", file=sys.stderr, flush=True)
    except NothingLegal as fault:
        print(f"\n{fault}\n{json.dumps(fault.position)}", file=sys.stderr)
        return GAME_AT_FAULT
    print(file=sys.stderr)
    found = summary(contest, games, catalogue)
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n".join(summary_lines(found, options.lang)))
    return ALL_LEGAL


def ladder(options: argparse.Namespace) -> int:
    """Let commanders play each other over many groups, seats swapped; print how strong they are."""
    from rules.age_of_destruction.bots.contest import read_fighter
    from rules.tools.ladder import GROUPS, Ladder, fought, lines, ready_made, summary, write_table

    folder = options.catalogue or ROOT / "fixtures" / GAME_SYSTEMS[DEFAULT_SYSTEM].fixtures
    catalogue = read_catalogue(read_records(folder))
    kept = read_json_file(ROOT / "fixtures" / "starting" / "groups.json")
    groups = tuple(
        read_fighter(read_json_file(Path(name)), catalogue)
        if Path(name).exists()
        else ready_made(kept, [name])[0]
        for name in options.groups or GROUPS
    )
    commanders = tuple(name for name in COMMANDERS if name in (options.commanders or COMMANDERS))
    climbed = Ladder(commanders, groups, options.games, options.seed, options.turns)
    games, errors = [], 0
    for game in fought(climbed, catalogue, options.processes, options.record):
        games.append(game)
        errors += bool(game.error)
        said = f"\r{len(games)}/{len(climbed.meetings)}, errors: {errors}"
        print(said, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    found = summary(climbed, games)
    if options.write:
        write_table(found)
    print(json.dumps(found, ensure_ascii=False) if options.json else "\n".join(lines(found)))
    return GAME_AT_FAULT if errors else ALL_LEGAL


def drill(options: argparse.Namespace) -> int:
    """Go on learning the weights of the drilled commander by games, and keep them."""
    from rules.age_of_destruction.starting.dealing import Dealer
    from rules.age_of_destruction.starting.equipping import read_equipped
    from rules.age_of_destruction.starting.strength import read_strengths
    from rules.tools.drill import drill as go_on

    folder = ROOT / "fixtures" / GAME_SYSTEMS[DEFAULT_SYSTEM].fixtures
    starting = ROOT / "fixtures" / "starting"
    strengths = read_strengths(read_json_file(starting / "strengths.json"))
    equipped = read_equipped(read_json_file(starting / "equipped.json"))
    dealer = Dealer(read_catalogue(read_records(folder)), strengths, equipped)
    for said in go_on(dealer, options.steps, options.seed):
        print(said, flush=True)
    return ALL_LEGAL


def study(options: argparse.Namespace) -> int:
    """Let every ready-made list of a build total fight every other; print how good each is."""
    from rules.tools.study import NoScheduler, fought, lines, ready_made, summary

    kept = read_json_file(ROOT / "fixtures" / "starting" / "groups.json")
    studied = ready_made(
        kept,
        options.total,
        options.groups,
        options.commander,
        options.games,
        options.seed,
        options.turns,
    )
    played = []
    try:
        for batch in fought(studied, options.workers, options.scheduler):
            played.append(batch)
            said = f"\r{len(played)}/{len(studied.batches)}"
            print(said, end="", file=sys.stderr, flush=True)
    except NoScheduler as reason:
        print(reason, file=sys.stderr)
        return SOME_UNREADABLE
    print(file=sys.stderr)
    found = summary(studied, played)
    print(json.dumps(found, ensure_ascii=False) if options.json else "\n".join(lines(found)))
    return ALL_LEGAL


class _CannotFight(Exception):
    """A file of a contest with what is wrong with it, and the exit status for that."""

    def __init__(self, name: str, reason: str, status: int) -> None:
        super().__init__(f"{name}: {reason}")
        self.status = status


def _fighter(name: str, catalogue: Any, language: str) -> Any:
    """The battle group of a file; raises _CannotFight."""
    from rules.age_of_destruction.bots.contest import NotPlayable, read_fighter

    try:
        return read_fighter(parse_json(_read_file(name)), catalogue, language)
    except Unreadable as error:
        reason = f"{error.path}: {error.message(language)}"
        raise _CannotFight(name, reason, SOME_UNREADABLE) from error
    except NotPlayable as error:
        raise _CannotFight(name, str(error), SOME_ILLEGAL) from error


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def command_line() -> argparse.ArgumentParser:
    """What reads the words of a command."""
    parser = argparse.ArgumentParser(prog="rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    records, language, contests = (argparse.ArgumentParser(add_help=False) for _shared in range(3))
    records.add_argument("--catalogue", type=Path, metavar="DIR", help="another set of records")
    language.add_argument("--lang", choices=("en", "pl"), default="en")
    contests.add_argument("--seed", type=int, default=1)
    contests.add_argument("--turns", type=_positive, default=24, help="of both sides together")

    def command(
        name: str,
        run: Callable[[argparse.Namespace], int],
        *shared: argparse.ArgumentParser,
    ) -> argparse.ArgumentParser:
        summary = (run.__doc__ or "").splitlines()[0]
        added = commands.add_parser(name, help=summary, description=summary, parents=shared)
        added.set_defaults(run=run)
        return added

    judging = command("validate", validate, language, records)
    judging.add_argument("files", nargs="+", metavar="FILE", help="battle-group/1, or - for stdin")
    judging.set_defaults(output="verdict/1")

    for name, run, reads, writes in (
        ("resolve", resolve, "scenario/1", "outcome/1"),
        ("replay", replay, "game/1", "game/1"),
    ):
        playing = command(name, run, language, records)
        playing.add_argument("files", nargs="+", metavar="FILE", help=f"{reads}, or - for stdin")
        playing.set_defaults(output=writes)

    simulating = command("simulate", simulate, contests, language, records)
    simulating.add_argument("one", metavar="A", help="battle-group/1")
    simulating.add_argument("other", metavar="B", help="battle-group/1; the same file will do")
    simulating.add_argument("--games", type=_positive, default=20)
    simulating.add_argument("--commander", choices=tuple(COMMANDERS), default="greedy")
    simulating.add_argument(
        "--against", choices=tuple(COMMANDERS), help="the commander of B, if it is another"
    )
    simulating.add_argument("--workers", type=_positive, help="processes; as many as cores if not")
    simulating.add_argument("--json", action="store_true")

    climbing = command("ladder", ladder, contests, records)
    climbing.add_argument("--commanders", nargs="+", choices=tuple(COMMANDERS), metavar="NAME")
    climbing.add_argument(
        "--groups",
        nargs="+",
        metavar="GROUP",
        help="battle-group/1 or a ready-made list",
    )
    climbing.add_argument("--games", type=_positive, default=2, help="a pair and group")
    climbing.add_argument("--processes", type=_positive, default=1)
    climbing.add_argument(
        "--record", type=Path, metavar="FILE", help="keep games there, go on where they stopped"
    )
    climbing.add_argument("--json", action="store_true")
    climbing.add_argument("--write", action="store_true", help="keep the table in the README")

    drilling = command("drill", drill)
    drilling.add_argument("--steps", type=_positive, default=20, help="beyond those on the file")
    drilling.add_argument("--seed", type=int, default=1)

    studying = command("study", study, contests)
    studying.add_argument("--total", type=_positive, default=450, help="build total (450)")
    studying.add_argument("--groups", nargs="+", metavar="KEY", help="only these ready-made lists")
    studying.add_argument("--commander", choices=tuple(COMMANDERS), default="greedy")
    studying.add_argument("--games", type=_positive, default=20, help="of each pair")
    studying.add_argument("--workers", type=_positive, help="processes; as many as cores if not")
    studying.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster, instead of processes here"
    )
    studying.add_argument("--json", action="store_true")

    playing_out = command("playouts", playouts, records)
    playing_out.add_argument("--seed", type=int, default=1)
    playing_out.add_argument("--games", type=int, default=12)
    playing_out.add_argument("--system", choices=sorted(GAME_SYSTEMS), default=DEFAULT_SYSTEM)

    covering = command("coverage", coverage)
    covering.add_argument("--system", choices=sorted(GAME_SYSTEMS))
    covering.add_argument("--areas", metavar="A,B", help="only these areas, such as GEAR,PILOT")
    covering.add_argument("--kind", choices=("build", "setup", "play", "score"))

    describing = command("schemas", schemas)
    describing.add_argument("folder", type=Path)

    command("strengths", strengths)

    picturing = command("moment", moment)
    picturing.add_argument("--games", type=_positive, default=24)

    measuring = command("bench", bench, records)
    measuring.add_argument("--json", action="store_true")
    measuring.add_argument("--write", action="store_true", help="keep the figures in .github")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    options = command_line().parse_args(argv)
    try:
        status: int = options.run(options)
    except (CatalogueRefused, Unreadable, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
