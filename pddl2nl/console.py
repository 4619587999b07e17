"""What both command lines share: one clear line for bad input, and output that can be piped."""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TextIO, cast

from pddl2nl.errors import InputError, did_you_mean, printable
from pddl2nl.extensions import foreign_package
from pddl2nl.obfuscation import is_scheme

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
_COMPLETING = "_ARGCOMPLETE"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, and which takes an option by its whole name alone.

    `--lexicon` for `--lexicon-out` would write to a file that is to be read.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"allow_abbrev": False, **options})

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As its base; a command refuses what it does not know before it misses anything."""
        known, has_commands = self._option_string_actions, self._subparsers is not None
        words = sys.argv[1:] if args is None else args
        own = takewhile(lambda each: each[:1] == "-" if has_commands else each != "--", words)
        for option in (each.partition("=")[0] for each in own if " " not in each):
            if option.startswith("--") and option not in known:
                near = did_you_mean(option[2:], (each[2:] for each in known if each[:2] == "--"))
                short = f"; did you mean '{option[1:]}'?" if option[1:] in known else ""
                self.error(
                    f"unrecognized option: {option}" + (short or near.replace("'", "'--", 1))
                )
        found, left = super().parse_known_args(args, namespace)
        if left and not has_commands:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As its base; a choice that is misspelt is named in place of the list of all."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            if near := did_you_mean(str(value), map(str, action.choices or ())):
                raise argparse.ArgumentError(action, f"invalid choice: {value!r}{near}") from error
            raise

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the call and leave."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command that a parser finds in the arguments.

    Each command's parser carries a `command` default: a function of the parsed arguments that
    returns the exit status.

    Returns:
        The exit status: 0, 1 for a finding, 2 for bad input, 130 after Ctrl-C.
    """
    with _mended_streams():
        return _run(parser, arguments)


def _run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    options = parser.parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        status = command(options)
        sys.stdout.flush()
    except InputError as error:
        if options.debug:
            raise
        print(error, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader of a pipe left early, as `head` does; nobody is there to read an error.
        _give_up_output()
        return 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        if options.debug:
            raise
        where = str(error.filename or "the output")
        print(InputError(error.strerror or str(error), source=where), file=sys.stderr)
        _give_up_output()
        # No file has such a name, so it is the user's.
        return BAD_INPUT if error.errno == errno.ENAMETOOLONG else FAILED
    except Exception as error:
        if options.debug:
            raise
        if isinstance(error, ImportError) and (stranger := foreign_package()):
            print(stranger, file=sys.stderr)
            return BAD_INPUT
        kind = type(error).__name__
        fault = InputError(f"internal error: {kind}: {error}")
        print(f"{fault} (--debug shows where)", file=sys.stderr)
        return FAILED
    return status


def words_to_complete() -> list[str]:
    """The words after the command's name, where a shell asks how they may go on; else none."""
    if _COMPLETING not in os.environ:
        return []
    return os.environ.get("COMP_LINE", "").split()[1:]


def complete(parser: argparse.ArgumentParser) -> None:
    """Tell a shell how its line may go on, and leave, if that is what it asks for.

    `register-python-argcomplete autoplan` prints what a shell needs to ask.
    """
    if _COMPLETING in os.environ:
        import argcomplete

        argcomplete.autocomplete(parser)


class _PrintableStream:
    """A stream on which nothing that is written to it commands a terminal.

    Args:
        inner: the stream beneath; whatever else a stream can do, it does.
    """

    def __init__(self, inner: TextIO) -> None:
        self.inner = inner

    def write(self, text: str) -> int:
        self.inner.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def beneath(stream: TextIO) -> TextIO:
    """The stream for what may command a terminal, such as a bar that moves."""
    return stream.inner if isinstance(stream, _PrintableStream) else stream


@contextlib.contextmanager
def _mended_streams() -> Iterator[None]:
    """See that there is something to print to, that any character can be printed, and that no
    name, answer or error commands the terminal."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_mended, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _mended(stream: TextIO | None) -> TextIO:
    if stream is None:
        stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return cast("TextIO", _PrintableStream(beneath(stream)))


def _give_up_output() -> None:
    """Let what is still to be printed go nowhere, so that the end of the process is silent."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def add_version(parser: argparse.ArgumentParser) -> None:
    """The option `--version`."""
    parser.add_argument("--version", action="version", version=f"autoplan {version('autoplan')}")


def add_debug(parser: argparse.ArgumentParser) -> None:
    """The option that every command has."""
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")


def _scheme(text: str) -> str:
    if not is_scheme(text):
        known = "names, words, random, words:SEED or random:SEED"
        raise argparse.ArgumentTypeError(f"expected {known}, not '{text}'")
    return text


OBFUSCATE: Mapping[str, Any] = MappingProxyType(
    {
        "metavar": "SCHEME",
        "nargs": "?",
        "const": "names",
        "type": _scheme,
        "help": "SCHEME = names (default; predicate1, action1, ...) or words[:SEED] (unrelated "
        "words): rename predicates, actions and cost functions; random[:SEED]: rename everything "
        "to random strings",
    }
)
"""The arguments of the option `--obfuscate`."""


def emit(text: str, target: Path | None) -> None:
    """Print a text, or write it to a file in one go.

    Raises:
        InputError: the file cannot be written; what stood there before is untouched.
    """
    whole = text if text.endswith("\n") else text + "\n"
    if target is None:
        sys.stdout.write(whole)
    else:
        write_whole([whole], target)


def write_whole(texts: Iterable[str], target: Path) -> None:
    """Write texts beside a file, and put them in its place at the end.

    What is no regular file, such as `/dev/null` or a pipe, is written directly.

    Raises:
        InputError: the file cannot be written; what stood there before is untouched.
    """
    try:
        place = target.resolve()
        if place.exists() and not (place.is_file() or place.is_dir()):
            with place.open("w", encoding="utf-8", errors="replace") as file:
                file.writelines(texts)
            return
        handle, draft = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(target)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.writelines(texts)
        # A temporary file is its owner's alone; this one is to be what `open` would have made.
        Path(draft).chmod(0o666 & ~_umask())
        Path(draft).replace(place)
    except OSError as error:
        Path(draft).unlink(missing_ok=True)
        raise InputError(f"cannot be written: {error.strerror}", source=str(target)) from error
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Waits(logging.Handler):
    """Finds the calls of models that are repeated in the log of `pddl2nl.llm`.

    Args:
        report: gets a line on every attempt but the first.
    """

    def __init__(self, report: Callable[[str], None]) -> None:
        super().__init__(logging.INFO)
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        if getattr(record, "attempt", 1) > 1:
            self._report(record.getMessage())


@contextlib.contextmanager
def reporting_waits() -> Iterator[None]:
    """Print on standard error what a model is waited for, each attempt once."""
    reported: set[str] = set()

    def report(message: str) -> None:
        attempt, _, _ = message.partition(":")
        if attempt not in reported:
            reported.add(attempt)
            print(f"waiting: {message}", file=sys.stderr)

    log, waits = logging.getLogger("pddl2nl.llm"), Waits(report)
    level = log.level
    log.addHandler(waits)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.setLevel(level)
        log.removeHandler(waits)
