"""Writes docs/cli.md: every command of both command lines, its options and examples.

Usage: python scripts/cli_page.py > docs/cli.md

It is made of the parsers and not of what `--help` prints, since Python's versions lay that out
differently.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from autoplan import cli as autoplan_cli
from pddl2nl import cli as pddl2nl_cli

_HEAD = """# The command line

Every command of `pddl2nl` and `autoplan`, with its options and examples; made by
`python scripts/cli_page.py`. Each tells the same with `--help`; `--debug` shows the traceback of an
error. The exit status is 0, or 1 for a finding (a wrong plan, an ambiguous text, an episode that
broke off), 2 for bad input, 130 after Ctrl-C."""
_EVERYWHERE = frozenset({"--help", "--debug", "--version"})


def page() -> str:
    """The page as Markdown."""
    parsers = (pddl2nl_cli.build_parser(), autoplan_cli.build_parser())
    commands = (each for parser in parsers for each in _commands_of(parser))
    return "\n".join([_HEAD, *(line for each in commands for line in _section(each))]) + "\n"


def _commands_of(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """The commands of a parser, but those that get their options only when they are called."""
    return [
        command
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for command in action.choices.values()
        if len(command._actions) > 1
    ]


def _section(command: argparse.ArgumentParser) -> Iterator[str]:
    yield from ("", f"{'#' * len(command.prog.split())} {command.prog}")
    if command.description:
        yield from ("", command.description % {"prog": command.prog})
    yield from ("", "```text", " ".join([command.prog, *_call(command._actions)]), "```")
    if not _commands_of(command):
        for group in command._action_groups:
            yield from _table(group.title or "", group._group_actions, command)
    if command.epilog:
        yield from ("", "```text", *command.epilog.strip("\n").splitlines(), "```")
    for each in _commands_of(command):
        yield from _section(each)


def _table(
    title: str, actions: list[argparse.Action], command: argparse.ArgumentParser
) -> Iterator[str]:
    shown = [each for each in actions if _is_shown(each)]
    if shown:
        yield from ("", f"| {title} | |", "| --- | --- |")
    for each in shown:
        form, meaning = _form(each), " ".join(_meaning(each, command).split())
        # A bar in the code of a table is taken for itself by every reader of Markdown.
        code = f"<code>{form.replace('|', '&#124;')}</code>" if "|" in form else f"`{form}`"
        escaped = meaning.replace("|", "\\|")
        yield f"| {code} | {escaped} |"


def _is_shown(action: argparse.Action) -> bool:
    hidden = action.help == argparse.SUPPRESS
    return not hidden and not _EVERYWHERE.intersection(action.option_strings)


def _call(actions: list[argparse.Action]) -> Iterator[str]:
    """What a call has to have, and what it may."""
    options = [each for each in actions if each.option_strings and _is_shown(each)]
    yield from (_form(each) for each in options if each.required)
    if not all(each.required for each in options):
        yield "[OPTIONS]"
    yield from (_form(each) for each in actions if not each.option_strings)


def _form(action: argparse.Action) -> str:
    """An option's names, or none for an argument, and the values that follow."""
    return " ".join(filter(None, (", ".join(action.option_strings), _values(action))))


def _values(action: argparse.Action) -> str:
    choices = "" if action.choices is None else "|".join(map(str, action.choices))
    one = str(action.metavar or choices or action.dest.upper())
    several = {"?": f"[{one}]", "*": f"[{one} ...]", "+": f"{one} [{one} ...]", 0: ""}
    return one if action.nargs is None else several.get(action.nargs, one)


def _meaning(action: argparse.Action, command: argparse.ArgumentParser) -> str:
    if isinstance(action, argparse._SubParsersAction):
        return ", ".join(f"`{name}`" for name in action.choices)
    return (action.help or "") % {**vars(action), "prog": command.prog}


if __name__ == "__main__":
    print(page(), end="")
