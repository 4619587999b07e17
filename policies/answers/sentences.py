"""One line of an answer: the steps in it, and whether all else in it is accounted for.

A line is its steps, one behind another, each with remarks behind it. What is left over is harmless
if it names no object and no action, or states facts in the words of the domain, or gives a reason;
everything else is doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from itertools import filterfalse
from typing import NamedTuple

from pddl2nl.english.vocabulary import inflect_verb
from pddl2nl.model import GroundAction
from policies.answers.amounts import COSTS, CostWords, is_amount
from policies.answers.matching import Match, StepMatcher
from policies.answers.phrases import DROPPED, DomainWords, ObjectFinder, Words
from policies.answers.reading import Doubt
from policies.answers.text import base_form, is_word, shortens, spoken_of, tokens
from policies.answers.words import (
    ABOUT,
    ADVERBS,
    ALL,
    ARTICLES,
    BE,
    CHANGES,
    CONDITIONS,
    DENIALS,
    DUTIES,
    EXPLAINS,
    FINISHED,
    FUNCTION_WORDS,
    HAVE,
    LABEL_WORDS,
    LEADS,
    LEFT_OUT,
    LOOK,
    NEGATIONS,
    NOTE_LABELS,
    OFFERED,
    OFFERS,
    ORDINALS,
    PARTS,
    POINTING,
    PREPOSITIONS,
    REASONS,
    REMARKS,
    REVISING,
    REVISIONS,
    SECTIONS,
    SEQUENCE,
    STEP_LABELS,
    STEP_WORDS,
    SUBJECTS,
    TRUTH,
)

MAX_OPENINGS = 200
"""The maximum number of places in a remark at which a further step is looked for."""
MAX_NAME = 8
"""The maximum number of words of an object's name before a remark in brackets."""
MAX_KEPT = 4_096
"""The maximum number of lines whose readings are kept, for other answers to the same task."""
MAX_LINE = 4_000
"""The maximum number of characters of a line that are read."""
SENTENCE_END = re.compile(r"(?<=[.!?;])(?<!\b\d\.)(?<!\b\d\d\.)\s+")
_CROSSING_OUT = frozenset(sign for sign in REVISIONS if not is_word(sign))
_BREAKS = frozenset({",", ";", ".", "→", "->", "=>", ":", "!", "-", "–", "—", "&"})
_REMARKS = frozenset({"-", "–", "—", ":", "(", "[", ".", "|"})
_OPENING = 4
"""The number of words in which a sentence says what it speaks of: "This plan …"."""
_CITES = frozenset("in from after by of since during for to at with".split())
_DENIALS = re.compile(r"\b(?:not|never|cannot|none|nothing|no)\b")
_OFFER = re.compile(rf"(?:\bi )?\b(?:{'|'.join(OFFERS)})\b([^.!?]*[.!?]?)")
_HARMLESS = re.compile(
    r"[^.!?]*\b(?:no|not|cannot)\b[^.!?]*\b(?:fewer|shorter|cheaper)\b[^.!?]*"
    r"|\b(?:may|might) not be (?:the |an )?(?:optimal|shortest)\b"
    r"|\bno further\b|\b(?:first|last) (?:step|action)s?\b"
)
"""Denials and ordinals that leave a plan as it is."""
_STOPPING = frozenset("stop stops end ends halt quit".split())
_NEAR = 4
"""The maximum number of words between an ordinal and the steps that it is about."""
_CHOICE = frozenset({"if", "unless", "or", "either", "else", "only"})
_TIMING = frozenset(
    "after assuming before depending during once provided providing until when whenever"
    " while".split()
)
"""What opens a remark about when a step is to be taken."""
_AS_OFTEN = (" as long ", " as often ", " as soon ", " on condition ", " on the condition ")
_SO_ON = (("so", "on"), ("so", "forth"))
_LOOSE = frozenset({"as", "for"})
_TAKING_BACK = NEGATIONS | frozenset(
    "no without unnecessary needless superfluous redundant".split()
)
_AGAIN = frozenset("again twice".split())
_IMAGINING = frozenset("if would could".split())
_MOMENTS = frozenset("before until unless".split())
_CLAUSE_ENDS = _MOMENTS | frozenset("so since because and but while as after when once".split())
_TIMES = frozenset({"time", "times"})
_FINITE = BE | HAVE | DUTIES | frozenset("asks can cannot could do does wants would".split())
_GOING_ON = frozenset({"now", "it", "so", "which", "this", "for"})
"""What opens a reason, and as well what is done next: "so does the red block"."""
_UNCLEAR = "it is unclear what the words after the step mean"
_ARTICLES = frozenset("a an the".split())
_NOTICING = frozenset("note notice observe recall remember".split())
"""What opens an order to know something, and to do nothing: "note that …"."""
_DONE_TO = frozenset("a an the all both each every everything it them".split())
"""What stands behind a verb, and not behind a noun."""
_BEFORE_COMMA = frozenset("after at before for from here on once there upon when".split())
"""What opens words before an order: "At the depot, unload it"."""
_THERE = frozenset("there here back other destination destinations".split())
_LIKEWISE = frozenset("too likewise same again".split())
_PARTICLES = frozenset({("up",), ("off",), ("out",), ("down",)})
_COUNTS = frozenset("one two three four five six seven eight nine ten".split())
_FURTHER = frozenset({"then", "next", "well"})
_BACK = (("that",), ("this",))
_JOINTS = frozenset({"and", "then"})
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_PRONOUNS = frozenset({"it", "them", "one"})
_STATING = PREPOSITIONS | ARTICLES | BE | frozenset({"and", "only", "just"})
_CONSEQUENCE = frozenset({"so", "thus", "therefore", "which"})
_NOMINAL = ARTICLES | PREPOSITIONS
"""What stands before a noun."""
_BEFORE_COST = ARTICLES | frozenset({"total", "overall", "step", "action", "plan"})
_LABELS = LABEL_WORDS | STEP_WORDS
_JOINING = PREPOSITIONS | ARTICLES | frozenset({"and", "or", "not", "no"})


class LineReading(NamedTuple):
    """What a line holds.

    Attributes:
        steps: its steps in order.
        doubt: why some of it is not accounted for; empty where all is.
        about: whether what is not accounted for speaks of the plan or the goal: harmless before
            the first step of a plan and after its last.
        revises: whether it takes back something stated before.
        rest: the words that are not accounted for, where they stand behind steps.
        exact: whether it is one step in the very words of the prompt.
    """

    steps: tuple[GroundAction | Doubt, ...] = ()
    doubt: str = ""
    about: bool = False
    revises: bool = False
    rest: Words = ()
    exact: bool = False


class SentenceReader:
    """Reads the lines of answers to one problem."""

    def __init__(self, words: DomainWords, matcher: StepMatcher, finder: ObjectFinder) -> None:
        self._words = words
        self.matcher = matcher
        self.finder = finder
        self._read: dict[str, LineReading] = {}

    def read(self, text: str) -> LineReading:
        """What a line holds, a plain text without its mark."""
        found = self._read.get(text)
        if found is None:
            if len(self._read) >= MAX_KEPT:
                self._read.clear()
            found = self._read[text] = self._line(text)
        return found

    @property
    def cost_words(self) -> CostWords:
        """What the domain's words have to do with costs."""
        return self._words.cost_words

    def names_object(self, words: Words) -> bool:
        """Whether words name an object."""
        return bool(self.finder.mentioned(words))

    def _line(self, text: str) -> LineReading:
        if is_amount(text, self.cost_words) and not self.names_object(tokens(text)):
            return LineReading(about=True)
        if len(text) > MAX_LINE:
            return LineReading(doubt=f"the line has more than {MAX_LINE:,} characters")
        words: Words = tokens(text)
        match = self.matcher.at(words, 0)
        if match is None or match.end < len(words):
            words = self._in_brackets(words) or _unbracketed(words)
        if self.speaks_of_cost(words) or self._is_polite(words):
            return LineReading(about=True)
        if self._words.spoken is None and self.mentions_other(tokens(text.partition(";")[2])):
            return LineReading(doubt="a PDDL comment may contain a step")
        if not any(map(is_word, words)):
            return LineReading(doubt="something is left out")
        if words[0] == "!" or not _CROSSING_OUT.isdisjoint(words):
            return LineReading(doubt="something is crossed out", revises=True)
        match = self.matcher.at(words, 0)
        end = len(words) - (words[-1] == ".")
        if match is not None and match.cost < DROPPED and match.end == end:
            step = match.meaning
            exact = isinstance(step, GroundAction) and self._is_literal(text, words, step)
            return LineReading((step,), exact=match.spoken and exact)
        whole = self._whole(words)
        if whole.steps and not whole.doubt and "?" not in words:
            return whole
        sentences = SENTENCE_END.split(text)
        if not whole.steps and len(sentences) == 1:
            return whole
        reading = self._joined(sentences, whole, talks=self._has_about(words[:_OPENING]))
        if reading.steps and "?" in words:
            return reading._replace(doubt="it is a question", revises=True)
        return reading

    def _in_brackets(self, words: Words) -> Words:
        """The step that stands in brackets as the prompt shows it, "[the next step]"; else none."""
        end = len(words) - (words[-1:] == (".",))
        if (words[:1], words[end - 1 : end]) not in ((("[",), ("]",)), (("{",), ("}",))):
            return ()
        match = self.matcher.at(words[1 : end - 1], 0)
        return words[1 : end - 1] if match is not None and match.end == end - 2 else ()

    def _is_literal(self, text: str, words: Words, step: GroundAction) -> bool:
        """Whether a line is a step in the form of the prompt.

        In English, articles, the nouns for kinds and a full stop at the end do not matter.
        """
        spoken = self._words.spoken
        if spoken is None:
            return " ".join(text.lower().split()) == str(step).lower()
        names = [self.finder.names.english[item] for item in step.args]
        wanted = tokens(spoken.action(step.name, names))
        aside = _ARTICLES | self._words.nouns | self.finder.nouns
        return _without(aside, words) == _without(aside, wanted)

    def _joined(self, sentences: Sequence[str], whole: LineReading, *, talks: bool) -> LineReading:
        """What several sentences hold; `talks` is whether the first one speaks of the plan."""
        steps: list[GroundAction | Doubt] = []
        reading = LineReading()
        for number, sentence in enumerate(sentences):
            words = tokens(sentence)
            if number and not any(map(is_word, words)):
                continue  # a sign behind the last sentence
            each = whole if len(sentences) == 1 else self._clauses(words)
            if steps and not each.steps and each.doubt and each.about:
                each = each._replace(doubt="")
            elif steps and not each.steps and self._may_change_step(words):
                each = each._replace(doubt=each.doubt or "the words after the step may change it")
            twice = bool(steps) and each.steps[:1] == tuple(steps[-1:])
            if twice:
                each = each._replace(doubt="it is stated twice, or to be done twice")
            steps += each.steps if not twice else ()
            doubt = f'"{sentence}": {each.doubt}' if each.doubt and number else each.doubt
            reading = LineReading(
                doubt=reading.doubt or doubt,
                about=each.about if not number else reading.about and (each.about or talks),
                revises=reading.revises or each.revises,
                rest=(*reading.rest, *each.rest, *(words if steps and not each.steps else ())),
            )
        return reading._replace(steps=tuple(steps))

    def _may_change_step(self, words: Words) -> bool:
        """Whether a sentence behind a step may say when, how often or with what it is done."""
        extends = words[:1] == ("for",) and self._is_of_all(words)
        open_ended = extends or self._leaves_open(spoken_of(words))
        return open_ended or not CONDITIONS.isdisjoint(words)

    def _whole(self, words: Words) -> LineReading:
        """A line as one sentence, read without what stands beside a step where it is no step with
        it: the title before it, and the remarks in it."""
        whole = self._clauses(words)
        if ":" in words and (not whole.steps or whole.doubt):
            title, step = words[: words.index(":")], words[words.index(":") + 1 :]
            named = self._clauses(step) if shortens(title, step) else whole
            whole = named if named.steps and not named.doubt else whole
        if "(" in words and (not whole.steps or whole.doubt):
            bare = self._without_asides(words)
            whole = self._clauses(bare) if len(bare) < len(words) else whole
        return whole

    def _without_asides(self, words: Words) -> Words:
        """Words without the remarks in brackets that stand behind an object of a step."""
        kept: list[str] = []
        place = 0
        while place < len(words):
            if words[place] == "(" and kept and self._names(kept):
                end = _closing(words, place)
                inner = words[place + 1 : end]
                if inner and self._is_aside(inner):
                    place = end + 1
                    continue
            kept.append(words[place])
            place += 1
        return tuple(kept)

    def _is_aside(self, words: Words) -> bool:
        """Whether words in brackets speak of the object before them: "with A on top"."""
        if _CHOICE.intersection(words) or self._is_of_all(words) or self.takes_back(words):
            return False
        if self._leaves_open(spoken_of(words)):
            return False
        placed = words[0] in PREPOSITIONS and not _changes_way(words)
        about = placed and not CONDITIONS.intersection(words)
        return (about and self.are_about(words, ())) or not self._remark(words).doubt

    def _leaves_open(self, spoken: Words) -> bool:
        """Whether a remark without an object says when or how often a step is to be taken.

        "as" and "for" open a reason only before a finite verb: "as it is free", not "as needed".
        """
        reason = bool(spoken) and spoken[0] in REASONS and spoken[:2] not in _SO_ON
        if not spoken or self.finder.mentioned(spoken) or (reason and spoken[0] not in _LOOSE):
            return False
        text = f" {' '.join(spoken)} "
        return (
            spoken[0] in _TIMING
            or (spoken[0] in _LOOSE and _FINITE.isdisjoint(spoken))
            or not _TIMES.isdisjoint(spoken)
            or text.startswith(_AS_OFTEN)
            or any(f" {each} " in text for each in LEFT_OUT)
        )

    @property
    def in_pddl(self) -> bool:
        """Whether the prompt was PDDL."""
        return self._words.spoken is None

    def is_comment(self, words: Words) -> bool:
        """Whether words behind a call say nothing of whether, when or with what it is done."""
        open_ended = self._leaves_open(spoken_of(words)) or self._is_of_all(words)
        # "no kiln may be hot" is about the task, and "not needed" about the step.
        of_task = self.names_object(words) or any(
            word not in FUNCTION_WORDS and (self._is_fact(word) or self.matcher.is_kind(word))
            for word in words
        )
        states = of_task and not _FINITE.isdisjoint(words) and not self.orders(words)
        conditions = CONDITIONS - DENIALS if states else CONDITIONS
        changes = not conditions.isdisjoint(words) or self.changes_steps(words) or "?" in words
        return not (open_ended or changes or self.mentions_other(words))

    def counts_step(self, words: Words) -> bool:
        """Whether words are the number of a step alone: "step 1"."""
        spoken = spoken_of(words)
        counts = len(spoken) == 2 and spoken[0] in STEP_LABELS and spoken[1].isdigit()
        return counts and not self.names_object(spoken)

    def _is_of_all(self, words: Words) -> bool:
        """Whether a remark extends a step to objects that it does not name: "for both cars"."""
        extends = words[:1] == ("for",) or words[0] not in REASONS
        return extends and not ALL.isdisjoint(words) and ABOUT.union(NOTE_LABELS).isdisjoint(words)

    def _names(self, words: Sequence[str]) -> bool:
        """Whether words end in the name of an object, or the noun of its kind behind it."""
        ends = range(max(0, len(words) - MAX_NAME), len(words))
        tail = tuple(words)
        return any(end == len(words) for n in ends for end, _ in self.finder.at(tail, n)) or (
            self.matcher.is_kind(words[-1])
        )

    def is_command(self, words: Words) -> bool:
        """Whether a line orders something: "dance", and not "follow this plan"."""
        numbered = words[1:2] != () and words[1].isdigit()  # "Phase 2: …"
        talk = numbered or words[-1:] == (":",) or words[:2] == LOOK or self.talks(words)
        aside = talk or self.speaks_of_cost(words) or self._is_polite(words)
        return not aside and self.orders(words)

    def talks(self, words: Words) -> bool:
        """Whether a line speaks of the plan, its goal or the situation.

        An order does not because of its reason ("get it, since the goal needs it"), nor does what
        names an object, or has a verb of an action, before the reason.
        """
        if spoken_of(words) == FINISHED:
            return True
        spoken = tuple(filterfalse(LEADS.__contains__, spoken_of(words)))
        opens = (place for place in range(1, len(spoken)) if self._opens_reason(spoken, place))
        end = next((place for place in opens if spoken[place] not in POINTING), len(spoken))
        acts = self.orders(spoken) or not self._words.verbs.isdisjoint(spoken[:end])
        if not acts and not self.finder.mentioned(spoken[:end]):
            end = len(spoken)
        return self._has_about(spoken[:end])

    def _has_about(self, words: Words) -> bool:
        """Whether words speak of the plan or the goal, and not of an object named `objective_0`."""
        if ABOUT.isdisjoint(words):
            return False
        place = 0
        while place < len(words):
            found = self.finder.at(words, place)
            if not found and words[place] in ABOUT:
                return True
            place = found[0][0] if found else place + 1
        return False

    def is_clear(self, words: Words) -> bool:
        """Whether a text without an object speaks of facts or the plan, or gives a reason."""
        spoken = spoken_of(words)
        known = not spoken or words[:2] == LOOK or self._is_of_situation(spoken)
        if known or self.finder.mentioned(words):
            return True
        return self._opens_reason(spoken, 0) or bool((BE | SECTIONS).intersection(spoken))

    def is_ordinary(self, words: Words) -> bool:
        """Whether words name an object, or are the usual ones about a plan and deny nothing.

        Words of the domain are usual, too; others may say that the plan is wrong, or not whole.
        """
        if self._has_kind_acting(words):
            return self.names_object(words)
        rest = words[1:] if words[:1] == ("first",) else words
        text = self._without_offers(_HARMLESS.sub("", " ".join(rest)))
        usual = not _DENIALS.search(text) and all(map(self._is_usual, text.split()))
        return usual or self._speaks_of_things(words) or self.names_object(words)

    def _speaks_of_things(self, words: Words) -> bool:
        """Whether words state facts of what has no name: "The ferry is not empty"."""
        things = "the" in words[:2] and not self._has_about(words)
        return things and any(map(self._is_fact, words)) and self._states(words)

    def _without_offers(self, text: str) -> str:
        """A text without the offers in it that are no offer to go on: "let me know if …"."""

        def usual(found: re.Match[str]) -> str:
            words = found[1].split()
            offers = all(word in OFFERED or self._is_usual(word) for word in words)
            return "" if offers and not self.takes_back(tuple(words)) else found[0]

        return _OFFER.sub(usual, text)

    def _is_polite(self, words: Words) -> bool:
        """Whether words are an offer or a hope of the kind that ends an answer."""
        text = " ".join(words)
        rest = self._without_offers(text)
        return rest != text and not any(map(str.isalpha, rest))

    def _is_usual(self, word: str) -> bool:
        single = word.removesuffix("s")
        bases = map(base_form, (word, single, word.removeprefix("re")))
        known = not self._usual.isdisjoint((word, single, *bases))
        sign = not is_word(word) and word != "?"
        return known or sign or word.isdigit() or self.matcher.is_kind(single)

    @cached_property
    def _usual(self) -> frozenset[str]:
        """The words of the domain, and those with which answers speak of plans."""
        own = self._words.facts | self._words.content | self._words.verbs
        return REMARKS | own | self.finder.nouns

    def is_name(self, words: Words) -> bool:
        """Whether a text is a single word, as the name of an action is, and no fact."""
        return len(words) == 1 and is_word(words[0]) and not self._is_fact(words[0])

    def repeats(self, words: Words, steps: Sequence[GroundAction | Doubt]) -> bool:
        """Whether a line without an object or "it" speaks of the steps before it."""
        named = self.finder.mentioned(words) or _PRONOUNS.intersection(words)
        verbs = set(map(self._verb, steps))
        same = any(word in verbs or base_form(word) in verbs for word in words)
        return same and not named and self.are_about(words, steps)

    def is_order(self, words: Words) -> bool:
        """Whether words name an object and open with a verb in its base form."""
        return self.orders(words) and bool(self.finder.mentioned(words))

    def orders_kind(self, words: Words) -> bool:
        """Whether words order something with an object that they do not name: "use the kiln"."""
        kinds = any(map(self._is_any_kind, words[1:])) and not self.finder.mentioned(words)
        return kinds and self.orders(words) and not self.talks(words)

    def orders(self, words: Words) -> bool:
        """Whether words open with a verb in its base form, as an order does.

        A purpose before it orders nothing: "To reach the goal, A must be loaded".
        """
        leads = not _BEFORE_COMMA.isdisjoint(words[:1]) and not self.finder.mentioned(words)
        if (leads or words[:1] == ("to",)) and "," in words:
            words = words[words.index(",") + 1 :]
        if words[:1] and words[0] in _NOTICING and words[1:2] == ("that",):
            words = words[2:]
        spoken = tuple(filterfalse(LEADS.__contains__, spoken_of(words)))
        if (spoken and spoken[0] in self._words.verbs) or self._leaves_verb_out(spoken_of(words)):
            return True
        if not spoken or self.finder.at(spoken, 0) or spoken[0] in FUNCTION_WORDS:
            return False
        if self.matcher.is_kind(spoken[0]):
            return self._kind_acts(spoken, 0)
        acts = spoken[0] not in self._words.facts or self._is_done(spoken, 1)  # "clear the table"
        return base_form(spoken[0]) == spoken[0] and acts

    def orders_action(self, words: Words) -> bool:
        """Whether words order what an action does: "Finally, sail back", not "Keep in mind …"."""
        return self.orders(words) and self._has_verb(words)

    def _leaves_verb_out(self, words: Words) -> bool:
        """Whether words order something without a verb: "to the depot", "the other truck, too"."""
        rest = [word for word in words if is_word(word) and not self._is_any_kind(word)]
        whole = PREPOSITIONS | ARTICLES | _LIKEWISE | _THERE
        opens = not PREPOSITIONS.isdisjoint(words[:1]) or not _LIKEWISE.isdisjoint(rest)
        named = len(rest) < len(words) or not _THERE.isdisjoint(rest)
        return named and opens and whole.issuperset(rest)

    def _kind_acts(self, words: Words, place: int) -> bool:
        """Whether a noun for a kind stands as a verb: "place the crate", "it trucks it"."""
        if not self._is_any_kind(words[place]):
            return False
        following = words[place + 1 + (words[place + 1 : place + 2] in _PARTICLES) :][:2]
        several = any(word.endswith("s") and self._is_any_kind(word) for word in following[:1])
        crates = several and not PREPOSITIONS.isdisjoint(following)
        return crates or self._is_done(following, 0)

    def _has_kind_acting(self, words: Words) -> bool:
        return any(self._kind_acts(words, place) for place in range(len(words)))

    def _is_done(self, words: Words, place: int) -> bool:
        """Whether words at a place are what something is done to, and name no object."""
        found = self.finder.at(words, place) or self.finder.at(words, place + 1)
        return not found and not _DONE_TO.isdisjoint(words[place : place + 1])

    def _is_any_kind(self, word: str) -> bool:
        """Whether a word is the noun for a kind, in any number."""
        return any(
            map(self.matcher.is_kind, (word, word.removesuffix("s"), word.removesuffix("es")))
        )

    def leaves_out(self, words: Words) -> bool:
        """Whether a line behind the last step stands for further ones: "and so on".

        So does an order about all or both: "Finally, deliver both parcels to their goals".
        """
        text = f" {' '.join(spoken_of(words))} "
        if any(f" {each} " in text for each in LEFT_OUT):
            return True
        orders = self.orders(words) or "do" in words[:2]
        return orders and not ALL.isdisjoint(words) and not self._is_polite(words)

    def are_about(self, words: Words, steps: Sequence[GroundAction | Doubt]) -> bool:
        """Whether words behind or below steps speak of these: they order nothing, go no further.

        They may use the verbs of the steps' own actions, and of no others.
        """
        spoken = spoken_of(words)
        if (
            self.orders(words)
            or _FURTHER.intersection(spoken)
            or self._revisions.intersection(spoken)
        ):
            return False
        if self._goes_on((".", *words)):
            return False
        own = set(map(self._verb, steps))
        if not spoken or spoken[0] == "and" or spoken[0] in _CHOICE:
            return False  # it goes on as the step does, or leaves a choice
        others = self._words.verbs - own
        return not any(word in others or base_form(word) in others for word in spoken)

    def entitles(self, words: Words, steps: Sequence[GroundAction | Doubt]) -> bool:
        """Whether a heading names what steps do together: "Phase 1: Deliver box_1 to room_2".

        It is a verb of no action and objects of the steps, with nothing else but function words.
        """
        label, colon, title = " ".join(words).rpartition(" : ")
        first, *rest = title.split() or [""]
        no_order = FUNCTION_WORDS | CONDITIONS | REVISIONS | self._words.verbs
        labels = [word for word in label.split() if not word.isdigit()]
        labelled = not colon or _LABELS.union(SECTIONS).issuperset(labels)
        verb = base_form(first) == first and first not in no_order
        own = {each for step in steps if isinstance(step, GroundAction) for each in step.args}
        return (
            labelled
            and verb
            and own.issuperset(self.finder.mentioned(words))
            and (FUNCTION_WORDS - CONDITIONS | {"back"}).issuperset(self._unnamed(tuple(rest)))
        )

    def _unnamed(self, words: Words) -> list[str]:
        """The words that name neither an object nor a kind."""
        left, place = [], 0
        while place < len(words):
            found = self.finder.at(words, place)
            if not found and is_word(words[place]) and not self.matcher.is_kind(words[place]):
                left.append(words[place])
            place = found[0][0] if found else place + 1
        return left

    def from_verb(self, words: Words) -> list[str]:
        """The words from an action's verb on, the last one of several: "sail to object_3"."""
        spoken = [word for word in spoken_of(words) if word == "to" or word not in LEADS]
        verbs = self._words.verbs
        found = (n for n in reversed(range(len(spoken))) if spoken[n] in verbs)
        place = next(found, len(spoken))
        return self.without_kinds(tuple(spoken[place:]))

    def without_kinds(self, words: Words) -> list[str]:
        """Words without articles, signs and the nouns for kinds: "Load the car"."""
        return [
            word
            for word in words
            if is_word(word) and word not in _ARTICLES and not self.matcher.is_kind(word)
        ]

    def _verb(self, step: GroundAction | Doubt) -> str:
        action = step.attempt if isinstance(step, Doubt) else step
        return self._words.verb_of.get(action.name, "") if action else ""

    def mentions(self, words: Words, steps: Sequence[GroundAction | Doubt]) -> bool:
        """Whether the words of a step stand anywhere in a text, and none but of those given."""
        found = self._anywhere(words)
        return bool(found) and all(each in steps for each in found)

    def mentions_other(self, words: Words, steps: Sequence[GroundAction | Doubt] = ()) -> bool:
        """Whether the words of a step stand anywhere in a text that is none of those given."""
        return any(each not in steps for each in self._anywhere(words))

    def _anywhere(self, words: Words) -> list[GroundAction | Doubt]:
        return [match.meaning for match in self._matches(words)]

    def _matches(self, words: Words) -> Iterator[Match]:
        for place in range(len(words)):
            match = self.matcher.at(words, place) if is_word(words[place]) else None
            if match is not None:
                yield self._to_end(words, place, match) or match

    def is_left_open(self, words: Words, steps: Sequence[GroundAction | Doubt]) -> bool:
        """Whether words have an action's verb and objects that go together in none of some steps.

        "lamp_1 must be repaired", where no step repairs it.
        """
        spoken = {base_form(word) or word for word in words}
        acts = {name for name, verb in self._words.verb_of.items() if verb in spoken}
        named = set(self.finder.mentioned(words))
        taken = (step for step in steps if isinstance(step, GroundAction) and step.name in acts)
        return bool(acts and named) and not any(named.intersection(step.args) for step in taken)

    def departs_from(self, words: Words, steps: Sequence[GroundAction | Doubt]) -> bool:
        """Whether a clause denies one of some steps, repeats one, or speaks of another.

        A step is its verb and its objects: "unloading A is not needed", "load A again", "then A is
        unloaded" where none of the steps unloads A. A denial up to a moment takes nothing back ("A
        cannot be loaded before B is there"), nor does one of what is no step.
        """
        for clause, end in _clauses_of(words):
            if self._states(clause):
                continue
            matches = self._matches(clause)
            ends = [each.end for each in matches if each.meaning in steps]
            again = any(not _AGAIN.isdisjoint(clause[n : n + 1]) for n in ends)
            whole = bool(ends) and _TAKING_BACK.isdisjoint(clause)
            if again or (not whole and self._departs(clause, end, steps)):
                return True
        return False

    @cached_property
    def _verb_forms(self) -> dict[str, str]:
        """The forms of the verbs of actions, each with its base form."""
        tags = ("VBZ", "VBG", "VBD", "VBN")
        return {inflect_verb(verb, tag): verb for verb in self._words.verbs for tag in tags}

    def _departs(self, clause: Words, end: str, steps: Sequence[GroundAction | Doubt]) -> bool:
        spoken = {self._verb_forms.get(word, word) for word in clause}
        named = set(self.finder.mentioned(clause))
        about = bool(named) or any(map(self.matcher.is_kind, clause))
        if not about or spoken.isdisjoint(self._words.verb_of.values()):
            return False
        own = any(
            isinstance(step, GroundAction)
            and self._verb(step) in spoken
            and named.issubset(step.args)
            for step in steps
        )
        if not _TAKING_BACK.isdisjoint(clause):
            return own and bool(named) and end not in _MOMENTS
        return not _AGAIN.isdisjoint(clause) or (not own and _IMAGINING.isdisjoint(clause))

    def follows_on(self, words: Words) -> bool:
        """Whether a line goes on with what is done: "Then crate_0 gets moved"."""
        opens = bool(words) and words[0] in SEQUENCE and not self._has_about(words)
        return opens and bool(self.finder.mentioned(words)) and not self._states(words)

    def gives_reason(self, words: Words) -> bool:
        """Whether a line opens as an explanation does: "This is …", "Because …", or a bracket.

        "This plan …" explains no single step.
        """
        opens = bool(words) and (words[0] in _BRACKETS or words[0] in EXPLAINS)
        return opens and not ABOUT.intersection(words[1:_OPENING])

    def breaks_off(self, words: Words) -> Doubt | None:
        """What the end of an answer means that breaks off in the middle of a step."""
        attempt = self.matcher.breaks_off(words, 0)
        return Doubt("the answer breaks off here", attempt=attempt) if attempt else None

    # --- one sentence

    def _clauses(self, words: Words) -> LineReading:
        """A sentence as steps one behind another, each with its remarks."""
        steps: list[GroundAction | Doubt] = []
        place, count = 0, len(words)
        numbered = False
        while place < count:
            if words[place] in _BREAKS or (steps and words[place] in _JOINTS):
                place += 1
                continue
            if words[place].isdigit() and words[place + 1 : place + 2] in ((")",), (".",)):
                numbered, place = True, place + 2
                continue
            match = self._step(words, place)
            if match is None:
                break
            numbered = False
            if match.meaning in steps[-1:] and words[place - 1] != ":":
                return LineReading(tuple(steps), doubt="it is stated twice, or to be done twice")
            if match.meaning not in steps[-1:]:
                if steps and words[place - 1] == ":":
                    return LineReading(tuple(steps), doubt="another step stands behind the colon")
                steps.append(match.meaning)
            place = self._behind(words, match)
            if place < 0:
                place = -place
                break
        rest = words[place:]
        if numbered:
            return LineReading(tuple(steps), doubt=_no_item(rest))
        if not any(map(is_word, rest)):
            return LineReading(tuple(steps))
        if steps:
            reading = self._remark(rest)
            # "and the orange block" adds to the step, where "– it is clear" speaks of it.
            bracket = rest[0] in _BRACKETS and _changes_way(rest[1 : _closing(rest, 0)])
            about = rest if rest[0] in _REMARKS and not bracket else ()
            return reading._replace(steps=tuple(steps), rest=about)
        return self._sentence(rest)

    def _step(self, words: Words, place: int) -> Match | None:
        """The step at a place, words such as "first" and "then" passed over."""
        begin = place
        while True:
            match = self.matcher.at(words, begin)
            if match is not None:
                return self._to_end(words, begin, match)
            if words[begin : begin + 1] == ("after",) and words[begin + 1 : begin + 2] in _BACK:
                begin += 2
                continue
            signs = begin > place and begin < len(words) and words[begin] in (",", ":")
            if begin >= len(words) or not (words[begin] in LEADS or signs):
                return None
            begin += 1

    def _to_end(self, words: Words, begin: int, step: Match) -> Match | None:
        """A step with the further object of its phrase; None where no action has such a phrase."""
        if self._ends(words, step):
            return step
        ends = (n for n in range(step.end, len(words)) if self._is_end(words, n))
        return self.matcher.with_more(words[: next(ends, len(words))], begin, step)

    def _ends(self, words: Words, step: Match) -> bool:
        """Whether a step may end where it does: there is no further object of the same phrase."""
        tail = self._tail(words, step)
        if not any(is_word(word) and word not in ARTICLES for word in words[tail:]):
            return True
        return tail >= len(words) or self._is_end(words, tail)

    def _is_end(self, words: Words, place: int) -> bool:
        """Whether a phrase ends before a place."""
        word = words[place]
        return not is_word(word) or word in _JOINTS or self._opens_reason(words, place)

    def _tail(self, words: Words, step: Match) -> int:
        """The place behind a phrase such as "from the table": words of the step's own facts."""
        place = end = step.end
        meaning = step.meaning.attempt if isinstance(step.meaning, Doubt) else step.meaning
        facts = self._words.facts_of[meaning.name] if meaning else frozenset()
        timed = words[end : end + 1] in (("before",), ("after",))
        if words[end : end + 1] and words[end] in PREPOSITIONS and not timed:
            while words[end : end + 1] and is_word(words[end]) and words[end] not in _JOINTS:
                word = words[end]
                known = word in PREPOSITIONS or word in ARTICLES or word in facts
                if not known or (self.finder.at(words, end) and word not in ARTICLES):
                    return place
                end += 1
            if words[end - 1] in PREPOSITIONS:
                return place
        return end

    def _behind(self, words: Words, step: Match) -> int:
        """The place behind a step and its remarks in brackets; negative where a remark follows."""
        place = self._tail(words, step)
        while words[place : place + 1] and words[place] in _BRACKETS:
            call = self.matcher.at(words, place)
            calls = self._words.spoken is None or (not step.spoken and words[place - 1] == ")")
            if call is not None and calls:
                return place  # "(sail A B) (board C B)"
            if call is not None and call.meaning == step.meaning:
                place = call.end  # "Sail from A to B (sail A B)"
                continue
            end = _closing(words, place)
            if self._remark(words[place + 1 : end]).doubt:
                return -place
            place = end + 1
        if place >= len(words):
            return place
        if words[place] in _JOINTS or (words[place] in _BREAKS and self._continues(words, place)):
            return place
        return -place if place else place

    def _continues(self, words: Words, place: int) -> bool:
        """Whether behind a sign another step follows."""
        begin = place
        while begin < len(words) and (words[begin] in _BREAKS or words[begin] in _JOINTS):
            begin += 1
        return begin < len(words) and self._step(words, begin) is not None

    # --- what is no step

    def _remark(self, words: Words) -> LineReading:
        """What stands behind a step: a reason, facts, or words without an object."""
        spoken = spoken_of(words)
        if not spoken or self.counts_step(spoken):
            return LineReading()
        if self._goes_on(words):
            return LineReading(doubt="another step may follow on the same line")
        if spoken[0] in _CHOICE:
            return LineReading(doubt="the words after the step leave a choice", revises=True)
        if _is_foreign(spoken):
            return LineReading(doubt=_UNCLEAR, revises=True)
        named = bool(self.finder.mentioned(words))
        reason = self._opens_reason(spoken, 0)
        if self._leaves_open(spoken) or (self._is_of_all(spoken) and not self._states(words)):
            return LineReading(doubt="the words after the step may change it", revises=True)
        open_ended = CONDITIONS.intersection(spoken) and not (reason and named)
        if (open_ended or self.takes_back(spoken)) and not self._states(words):
            return LineReading(doubt="the words after the step may change it", revises=True)
        if not named and any(any(map(str.isdigit, word)) for word in spoken):
            return LineReading(doubt="a number follows the step", revises=True)
        if not named and not self._acts(spoken):
            harmless = self._is_of_situation(spoken) or _is_harmless(spoken)
            if reason or (harmless and self.is_ordinary(words)):
                return LineReading()
            return LineReading(doubt=_UNCLEAR, revises=True)
        goes_on = spoken[0] in _GOING_ON and (named or _PRONOUNS.intersection(spoken))
        if reason and not goes_on and not _FURTHER.intersection(spoken):
            return LineReading()
        if self._states(words):
            return LineReading()
        return LineReading(doubt=_UNCLEAR)

    def _opens_reason(self, words: Words, place: int) -> bool:
        """Whether a remark opens at a place; "to" opens one before a verb alone."""
        if words[place] != "to":
            return words[place] in REASONS
        verb = words[place + 1] if place + 1 < len(words) else ""
        if self.matcher.is_kind(verb) or self.finder.at(words, place + 1):
            return False  # it goes on to another place
        return verb.isalpha() and verb not in FUNCTION_WORDS and base_form(verb) == verb

    def _goes_on(self, words: Words) -> bool:
        """Whether a step or an item of a list opens within a remark, behind a sign or "and"."""
        opens = [
            place
            for place in range(1, len(words))
            if is_word(words[place])
            and (
                not is_word(words[place - 1])
                or words[place - 1] in _JOINTS | SEQUENCE
                or words[place - 1].isdigit()
            )
        ]
        return any(
            self.matcher.at(words, place) is not None
            or (words[place - 1] in _JOINTS and self.is_order(words[place:]))
            or (
                words[place].isdigit()
                and words[place + 1 : place + 2] in ((".",), (")",))
                and not any(map(str.isdigit, words[place + 2 : place + 3]))
                and words[:place].count("(") <= words[:place].count(")")
            )
            for place in opens[:MAX_OPENINGS]
        )

    def _sentence(self, words: Words) -> LineReading:
        """A sentence without a step."""
        spoken = spoken_of(words)
        named = self.finder.mentioned(words)
        revises = self.takes_back(words) or (
            not named
            and (
                refers_to_steps(words)
                or _is_foreign(words)
                or (bool(CONDITIONS & set(words)) and (self.orders(words) or words[0] == "do"))
                or (bool(NEGATIONS & set(words)) and not self._is_of_situation(spoken))
                or (words[2:3] not in ((":",), ()) and self._counts(spoken))
            )
        )
        if not any(map(str.isalpha, spoken)) and not (len(spoken) == 1 and spoken[0].isdigit()):
            return LineReading(doubt="it is only a number", revises=True)
        if words[0] == "(" and not named and self._words.spoken is None:
            return LineReading(doubt="it names no action")
        if not named and (words[-1] == ":" or not self._acts(spoken)):
            hidden = "a step stands in it" if self.mentions_other(words) else ""
            return LineReading(doubt=hidden, revises=revises, about=True)
        if words[0] in _BRACKETS and _closing(words, 0) == len(words) - 1:
            remark = self._remark(words[1:-1])
            step = self.mentions_other(words)
            unclear = "a step stands in brackets" if step else "it names no action of the prompt"
            doubt = unclear if remark.doubt else ""
            return remark._replace(doubt=doubt, about=not doubt)
        if self._states(words) or self._states_amount(words) or self._explains(words):
            return LineReading(revises=revises, about=True)
        reason = "it is not a step in the words of the prompt"
        return LineReading(doubt=reason, about=self.talks(words), revises=revises)

    def _explains(self, words: Words) -> bool:
        """Whether words state a fact and what follows from it: "A is sunny, so it can dry there".

        A consequence that has to be brought about, or has a verb of an action, is a step.
        """
        if not _CONSEQUENCE.intersection(words):
            return False
        opens = (n for n, word in enumerate(words[1:], 1) if word in _CONSEQUENCE)
        place = next((n for n in opens if words[n - 1] == ","), 0)
        follows = words[place + 1 :]
        acts = self._has_verb(follows)
        acts = acts or not DUTIES.isdisjoint(follows) or self.orders(follows)
        return place > 0 and self._states(words[: place - 1]) and not acts

    def speaks_of_cost(self, words: Words) -> bool:
        """Whether the subject of words is a cost: "Total cost: 20 (3 for A and 4 for walking)"."""
        opens = next((word for word in words if word not in _BEFORE_COST), "")
        stated = opens in COSTS and any(map(str.isdigit, words))
        if not stated or not SEQUENCE.isdisjoint(words) or self.takes_back(words):
            return False
        acts = self.names_object(words) and self._has_verb(words)
        return not acts and not self.mentions_other(words)

    def takes_back(self, words: Words) -> bool:
        """Whether words take back, reverse or give up what stands before or after them.

        "We cannot skip this" and "four steps instead of six" do not, and a verb of an action does
        by itself alone: "Wait, …", but not "you wait at the hive".
        """
        text = f" {' '.join(words)} "
        own = self._words.verbs
        facts = self._words.facts.intersection(REVISIONS, words)  # "A is unused"
        stated = facts and self.finder.mentioned(words) and self._states(words)
        revisions = REVISIONS - facts if stated else REVISIONS
        revising = any(
            word in revisions
            and _revises(words, place)
            and not (word in own and any(map(is_word, words[place + 1 : place + 2])))
            for place, word in enumerate(words)
        )
        return revising or any(f" {each} " in text for each in REVISING)

    def changes_steps(self, words: Words) -> bool:
        """Whether words take something back, or speak of some steps."""
        return self.takes_back(words) or refers_to_steps(words)

    def gives_up_steps(self, words: Words) -> bool:
        """Whether a thought takes back or denies steps: it may look forward to those to come."""
        return self.takes_back(words) or (
            refers_to_steps(words) and not NEGATIONS.isdisjoint(words)
        )

    @cached_property
    def _revisions(self) -> frozenset[str]:
        """The words of revisions that are no verbs of the domain's actions."""
        return REVISIONS - self._words.verbs

    def _has_verb(self, words: Words) -> bool:
        """Whether a verb of an action stands outside names and is no noun: "the glaze dries"."""
        verbs, place = self._words.verbs, 0
        while place < len(words):
            if found := self.finder.at(words, place):
                place = found[0][0]
                continue
            word = words[place]
            noun = place > 0 and self.matcher.is_kind(word) and words[place - 1] in _NOMINAL
            acts = word in verbs or base_form(word) in verbs
            if acts and not noun and not word.endswith("ing"):
                return True
            place += 1
        return False

    def _counts(self, spoken: Words) -> bool:
        """Whether words may speak of steps by their numbers: "in the order 3, 1, 2".

        "4 steps at a cost of 5" does not.
        """
        places = [place for place, word in enumerate(spoken) if word.isdigit()]
        if len(places) == 1:
            return not self._is_of_situation(spoken)
        return not all(_is_sum(spoken, place) for place in places)

    def _is_of_situation(self, spoken: Words) -> bool:
        """Whether words speak of the plan or the situation, or of a fact."""
        return self._has_about(spoken) or any(
            word not in FUNCTION_WORDS and (self._is_fact(word) or self.matcher.is_kind(word))
            for word in spoken
        )

    def _acts(self, spoken: Words) -> bool:
        """Whether words without an object may be a step: they have a word of an action, or "it"."""
        if self.talks(spoken) or self._states(spoken):
            return False
        if spoken[0] in ("that", "this") and FUNCTION_WORDS.issuperset(spoken):
            return False  # "That's it."
        if _PRONOUNS.intersection(spoken):
            return True
        if self._has_kind_acting(spoken):
            return True
        speaker = {"we", "you", "i"}.intersection(spoken)
        if spoken[0] in SEQUENCE and not speaker and any(map(_is_verb, spoken)):
            return True
        content = self._words.content
        return any(word in content or base_form(word) in content for word in spoken)

    def _states(self, words: Words) -> bool:
        """Whether words state facts: they have a subject, and no words but those of predicates.

        A step among them, as in "After that, have A walk to B", is no fact.
        """
        begin = next((n for n, word in enumerate(words) if is_word(word)), len(words))
        if begin == len(words) or not self._is_subject(words, begin):
            return False
        place, states = begin, False
        while place < len(words):
            word = words[place]
            if found := self.finder.at(words, place):
                place = found[0][0]
                continue
            if is_word(word) and not self.matcher.is_kind(word):
                has = word in HAVE and words[place + 1 : place + 2] != ("not",)  # "need not"
                is_fact = word in BE or has or word in TRUTH or self._is_fact(word)
                if not is_fact and word not in FUNCTION_WORDS:
                    return False
                if word not in self._words.facts and base_form(word) in self._acting:
                    return False  # "A harvests honey" is no fact of "there is honey to harvest"
                states = states or (is_fact and _says_so(words, place, begin))
            place += 1
        return states and not self.mentions_other(words)

    def _states_amount(self, words: Words) -> bool:
        """Whether words state the value of a numeric function: "the fare of A and B is 2"."""
        said = {name for name in self.cost_words.names if name.issubset(words)}
        numeric = frozenset[str]().union(*said)
        opens = words[0] == "the" or words[0] in numeric or bool(self.finder.at(words, 0))
        if not said or not opens or BE.isdisjoint(words):
            return False
        place, counted = 0, False
        while place < len(words):
            if found := self.finder.at(words, place):
                place = found[0][0]
                continue
            word = words[place]
            counted = counted or word.isdigit()
            known = word in numeric or word in _STATING or self.matcher.is_kind(word)
            if is_word(word) and not known and not word.isdigit():
                return False
            place += 1
        return counted

    @cached_property
    def _acting(self) -> frozenset[str]:
        """The words of actions, but those that any sentence may have."""
        return self._words.content - FUNCTION_WORDS - BE - HAVE - TRUTH

    def _is_fact(self, word: str) -> bool:
        """Whether a word is one of the domain's predicates, in any form."""
        facts = self._words.facts
        return word in facts or base_form(word) in facts

    def _is_subject(self, words: Words, place: int) -> bool:
        """Whether a sentence opens with what it speaks of, as no order does."""
        word = words[place]
        if self.finder.at(words, place):
            return True
        opens = word in SUBJECTS or self.matcher.is_kind(word) or self._is_fact(word)
        return opens and word not in HAVE and not self.orders(words)


def _is_harmless(words: Words) -> bool:
    """Whether words are all adverbs and the like ("too", "carefully"), or say that something is."""
    adverbs = all(word in FUNCTION_WORDS | ADVERBS or word.endswith("ly") for word in words)
    return adverbs or bool(BE.intersection(words))


def _revises(words: Words, place: int) -> bool:
    if words[place] == "instead" and words[place + 1 : place + 2] == ("of",):
        return not _COUNTS.intersection(words[place + 2 : place + 3])
    return words[place] not in CHANGES or not NEGATIONS.intersection(words[place - 1 : place])


def _changes_way(words: Words) -> bool:
    """Whether a remark may say how a step is done: "via A", and not "with A on top"."""
    return (
        words[:1] != () and words[0] in PREPOSITIONS and len(PREPOSITIONS.intersection(words)) < 2
    )


def _without(aside: Set[str], words: Words) -> list[str]:
    """Words without some of them and without the full stop at the end."""
    kept = [word for word in words if word not in aside]
    return kept[:-1] if kept[-1:] == ["."] else kept


def _is_foreign(words: Words) -> bool:
    """Whether words have letters that English has not."""
    return any(not char.isascii() and char.isalpha() for char in "".join(words))


def _is_verb(word: str) -> bool:
    return word.isalpha() and word not in FUNCTION_WORDS | LEADS and base_form(word) is not None


def _says_so(words: Words, place: int, begin: int) -> bool:
    """Whether a word says that something is so: "is", "clear", "holding", and not "table"."""
    word = words[place]
    if word in BE or word in HAVE or word in TRUTH:
        return True
    inflected = base_form(word) not in (word, None)
    return inflected and place > begin and words[place - 1] not in PREPOSITIONS | ARTICLES


def refers_to_steps(words: Words) -> bool:
    """Whether words speak of some steps: "steps 1 and 2", "the third step", "more steps follow".

    Those that only cite them do not: "as in step 1", "(from the first action)".
    """
    if ":" in words and words[: words.index(":")] and _LABELS.issuperset(words[: words.index(":")]):
        return False  # "First step: …"
    return any(_refers_at(words, n) for n, word in enumerate(words) if word in STEP_WORDS)


def _refers_at(words: Words, place: int) -> bool:
    """Whether the word for a step at a place is about some steps, and what it is about counts."""
    behind = words[place + 1 : place + 2]
    numbered = behind != () and (behind[0].isdigit() or behind[0] in _COUNTS)
    which = ORDINALS if words[place] in ("action", "actions") else PARTS
    near = range(max(0, place - _NEAR), place)
    begin = next((n for n in near if words[n] in which), place if numbered else -1)
    if begin < 0 or (numbered and ":" in words[place : place + 5]):
        return False
    before = next((word for word in reversed(words[:begin]) if word not in ARTICLES), "")
    cited = before in _CITES and _STOPPING.isdisjoint(words)
    return not cited and before != "no"


def _clauses_of(words: Words) -> Iterator[tuple[Words, str]]:
    """The clauses of a sentence, each with the word or sign that ends it; empty for the last."""
    begin = 0
    for end, word in enumerate((*words, "")):
        if end == len(words) or not is_word(word) or word in _CLAUSE_ENDS:
            if begin < end:
                yield tuple(words[begin:end]), word
            begin = end + 1


def _no_item(words: Words) -> str:
    """Why what stands behind the number of an item is no step: "1. 1 sail …" may be item 1.1."""
    number = any(map(str.isdigit, words[:1]))
    return "the number of the item is unclear" if number else "an item of the list is not a step"


def _is_sum(words: Words, place: int) -> bool:
    """Whether a number counts steps, or is a cost: "4 steps", "a total cost of 5"."""
    return not (
        STEP_WORDS.isdisjoint(words[place + 1 : place + 2])
        and COSTS.isdisjoint(words[max(0, place - 2) : place])
    )


def _unbracketed(words: Words) -> Words:
    """Words without the brackets around all of them, if what they enclose begins with no call.

    A label of what is no step goes as well: "(State: A is clear)".
    """
    if not words or words[0] not in _BRACKETS or _closing(words, 0) != len(words) - 1:
        return words
    inner = words[1:-1]
    if inner[:1] and inner[0] in NOTE_LABELS and inner[1:2] == (":",):
        return tuple(inner[2:])
    if words[0] != "(":
        return words
    return tuple(inner) if FUNCTION_WORDS.intersection(inner) else words


def _closing(words: Words, place: int) -> int:
    """The place of the bracket that closes the one at a place; the end where none does."""
    opening, closing, depth = words[place], _BRACKETS[words[place]], 0
    for end in range(place, len(words)):
        depth += (words[end] == opening) - (words[end] == closing)
        if not depth:
            return end
    return len(words)
