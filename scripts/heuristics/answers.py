"""The heuristics by which answers are read: `policies.answers`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from policies.answers.meaning.doubt import Likeness
from policies.answers.meaning.text import plain
from policies.answers.reading import Doubt, ReadStep
from policies.answers.structure.looks import Look, Seen

from .switch import EMPTY, Heuristic, of

_STRUCTURE, _MEANING = "policies.answers.structure", "policies.answers.meaning"


def _same(text: str, *_: Any) -> str:
    return text


def _of_line(_: Any, text: str) -> str:
    return text


def _all_alone(_: Any, text: str) -> list[str]:
    return [text]


def _once(text: str) -> Iterator[str]:
    yield text


def _rules() -> Iterator[Heuristic]:
    """What `score_answers.py --rules` measures, in its order."""
    matching, lines = f"{_MEANING}.matching", f"{_MEANING}.lines"
    yield from of(
        matching,
        ("_alike", "synonyms from WordNet", lambda *_: frozenset()),
        ("Matcher._own_families", "everyday verbs: put, take, go", lambda *_: set()),
    )
    yield from of(lines, ("LineReader._exact", "the very words of the prompt", None))
    yield from of(
        f"{_MEANING}.facts",
        ("Facts._completions", "what is unsaid follows", lambda *_: iter(())),
        ("Facts.possible", "what never changes breaks ties", True),
    )
    yield from of(
        matching,
        ("Matcher._speaks_of_others", "words of other actions: no fit", False),
        ("Matcher._has_double", "two actions alike but for unsaid words: doubt", False),
        ("Matcher._twisted", "turned round without a preposition: doubt", False),
        ("Matcher._may_be_called", "nouns must suit the object", True),
    )
    yield from of(
        lines,
        ("LineReader._referring", "'it', 'there', 'the truck'", None),
        ("LineReader._as_move", "A to B without a verb is a move", ""),
        ("LineReader._breaks_off", "a name cut off: doubt", False),
        ("LineReader._parts", "several clauses in a line", _all_alone),
    )
    yield from of(
        f"{_MEANING}.calls", ("CallReader.listed", "a whole name and all its objects", None)
    )
    yield from of(f"{_MEANING}.clauses", ("without_reason", "reasons are no objects", _same))
    yield from of(lines, ("LineReader._with_arrows_said", "arrows and colons", _of_line))
    yield from of(f"{_MEANING}.names", ("NameFinder._unabbreviated", "abbreviated names", ()))
    yield from of(
        f"{_STRUCTURE}.formats",
        ("without_thoughts", "thoughts in tags", _same),
        ("_json", "JSON", _same),
        ("_tables", "tables", _same),
        ("_latex", "LaTeX", _same),
    )
    yield from of(f"{_STRUCTURE}.proposal", ("labelled_lists", "labels", lambda *_: []))
    yield from of(f"{_STRUCTURE}.lists", ("_goes_on", "phases joined", False))
    yield from of(f"{_STRUCTURE}.proposal", ("_given_up", "giving up", False))
    yield from of(
        lines,
        ("LineReader.likeness", "steps without marks, by their grammar", Likeness.PROSE),
    )


RULES = tuple(_rules())
"""Whole rules."""


def _seen(lines: Sequence[Any], judge: Any) -> list[Seen]:
    return [
        (line, Look.OTHER if line.mark in ("fence", "thought") else judge.look(line.text))
        for line in lines
    ]


def _longest(lists: Sequence[Any]) -> Any:
    return max(lists, key=lambda each: len(each.lines), default=None)


class _Everything(frozenset[str]):
    """What nothing is outside of."""

    def __rsub__(self, other: object) -> frozenset[str]:
        return frozenset()


def _no_scenes(words: Any) -> dict[str, frozenset[str]]:
    return {each.name: frozenset() for each in words.domain.actions}


def _unread(answer: str) -> ReadStep:
    return ReadStep(plain(answer), Doubt("it names no action"), 1)


SMALL = (
    *of(
        "policies.answers.answer_reader",
        ("_CLOSING", "a turn that says that the task is done"),
        ("_LOOKING", "a turn that asks for the state"),
        ("_remark", "a turn without a step may close or ask", _unread),
        ("AnswerReader._is_strict", "an answer in the words of the prompt is strict", False),
    ),
    *of(
        f"{_STRUCTURE}.conclusion",
        ("_IMPOSSIBLE", "words for what cannot be"),
        ("_CONCLUSION", "words for what is concluded about"),
        ("_QUALIFIED", "`no shorter plan` is no giving up"),
    ),
    *of(
        f"{_STRUCTURE}.cues",
        ("_EXPLAINS", "titles that explain"),
        ("_DESCRIBES", "titles that describe"),
        ("_PROPOSES", "titles that propose, whatever they describe"),
        ("_NAMES_LIST", "words that announce a list"),
        ("_TURNS_AWAY", "words that take back"),
        ("_ANOTHER", "titles of another attempt"),
        ("_RESTARTS", "lines that begin anew"),
        ("_OFFERED", "titles of a final plan"),
        ("_CHANGED", "titles of another problem"),
        ("_TELLING", "verbs of titles that order nothing"),
        ("_EFFECTS", "lines that introduce effects"),
        ("_OPENING", "a line's first words tell what it is for"),
        ("_orders", "a title may order something", False),
        ("in_brackets", "a line in brackets is an aside", False),
    ),
    *of(
        f"{_STRUCTURE}.formats",
        ("_THOUGHT", "the tags of thoughts"),
        ("_ITEM", "items in LaTeX"),
        ("_ENVIRONMENT", "environments in LaTeX"),
        ("_LATEX", "commands that tell LaTeX"),
        ("_LISTS", "keys of lists of steps"),
        ("_STEP_KEYS", "keys of a step"),
        ("_NO_ARGUMENT", "keys of what is no argument"),
        ("_OF_ARGUMENTS", "keys of arguments"),
        ("_BARE_NUMBER", "numbers without a full stop"),
        ("_FEWEST_ITEMS", "two numbers make no list", 1),
        ("_RULE", "the rule below a table's head"),
        ("_joined", "a row is read as one sentence", ""),
        ("_numbered", "a list of bare numbers is a list", _same),
    ),
    *of(
        f"{_STRUCTURE}.items",
        ("_LABEL", "a head that is nothing but its number"),
        ("_Item._is_detail", "a bullet below a numbered step is a detail", False),
        ("NumberedList.nests", "a list of its own below an item", False),
        ("NumberedList._follows", "the next number is the next item", False),
        ("NumberedList.resumes_with", "a list counts on behind a heading", False),
        ("NumberedList._headed", "where heads are steps, what is below explains", False),
    ),
    *of(
        f"{_STRUCTURE}.layout",
        ("_LABEL", "labels: Instruction, Thought"),
        ("_NUMBERED", "numbers of items"),
        ("_SECOND_LABEL", "two labels in one line"),
        ("_PHASE", "`Phase 1` is a heading"),
        ("_BULLET", "signs of bullets"),
        ("_SENTENCE_END", "prose falls into sentences"),
        ("_NEXT_ITEM", "several numbered items in one line"),
        ("_HASHES", "headings in Markdown"),
    ),
    *of(
        f"{_STRUCTURE}.lists",
        ("_Gathering._is_title", "headings part lists", False),
    ),
    *of(
        f"{_STRUCTURE}.proposal",
        ("_AS_COMPLETE", "a plan is about as long as the longest list", 0.0),
        ("_ENOUGH_TUPLES", "beside tuples other lines are prose", 1_000_000),
        ("_seen", "beside tuples a line without one is no step", _seen),
        ("_chosen", "the last complete list is the plan", _longest),
    ),
    *of(
        f"{_STRUCTURE}.region",
        ("_PLAN", "the tag before a plan"),
        ("_PLAN_END", "the tag behind a plan"),
        ("_STATEMENT", "the tag of a further problem"),
    ),
    *of(
        f"{_STRUCTURE}.runs",
        ("_LONGEST_GAP", "many words between steps may part lists", 1_000_000),
        ("_LONGEST_BEGINNING", "a few last words may begin a step", 0),
        ("_RESTATED", "a list that says half of another again restates it", 2.0),
        ("_TALES", "a step told in passing is no step", frozenset()),
        ("Run._is_detail", "what is indented below a bullet is a detail", False),
        ("_may_part", "only cues and long gaps part lists", True),
        ("Part.told", "prose that only tells of steps", False),
        ("Part._tells", "prose that tells more than it orders", False),
        ("Part._orders", "orders count where nothing can be read", lambda *_: []),
        ("Part._opening", "an order before the first step", lambda _, first, __: first),
        ("Part._reach", "orders beside the steps", lambda _, place, *__: place),
        ("_breaks_off", "an answer may end in the middle of a step", False),
    ),
    *of(
        f"{_MEANING}.calls",
        ("_TUPLE", "tuples of PDDL"),
        ("_FUNCTION", "`stack(a, b)`"),
        ("_KEYWORD", "`truck=truck_0`"),
        ("CallReader._in_order", "a call's objects stand in order", lambda *_: iter(())),
        ("CallReader._fitting", "`LOAD: the arm takes the box`", lambda *_: iter(())),
    ),
    *of(
        f"{_MEANING}.clauses",
        ("_AUXILIARIES", "`is`, `will`, `gets` before a verb"),
        ("_CAUSING", "`have X do`"),
        ("_PERFORMING", "`perform the action`"),
        ("NO_AGENT", "`this`, `it`: about another sentence"),
        ("_ARTICLES", "behind an article there is no verb"),
        ("AGENTS", "the robot, you, I act"),
        ("_PASSIVE", "`gets loaded` is a passive"),
        ("_STAYING", "`standing at A`"),
        ("_REASON", "reasons are cut off"),
        ("_LEAD_IN", "`Now, you should`"),
        ("_is_passive", "who is loaded does not load", False),
        ("ClauseParser._action_at", "an action's name may have objects' names in it", ([], 0)),
        ("ClauseParser._fronted", "`In room_0, grab it`", lambda _, words: ([], words)),
        ("ClauseParser._causes", "`have X do` has a subject", False),
        ("without_lead_in", "lead-ins are taken off", _once),
    ),
    *of(
        f"{_MEANING}.doubt",
        ("_STATING", "words that state something"),
        ("_OF_THE_MIND", "verbs of thinking"),
        ("_CLOSING", "words that close an answer"),
        ("_CAUSING", "`have X do` orders"),
        ("Doubter._brings_about", "words of a fact about an object", False),
        ("Doubter._names_kind", "`deliver the package` names something", False),
    ),
    *of(
        f"{_MEANING}.facts",
        ("MOST_UNSAID", "one object may be left unsaid, no more", 9),
        ("Facts.lasting", "what no action changes for such objects lasts", ()),
        ("Facts._kinds_of", "objects are called by types and static facts", frozenset()),
    ),
    *of(
        f"{_MEANING}.frames",
        ("QUOTED", "a name that is only quoted", EMPTY),
        ("DomainWords.scenes", "the table belongs to picking up", _no_scenes),
        ("DomainWords.called", "names without hyphens", {}),
        ("family_of", "a phrase places, removes or moves", ""),
        ("_direction", "parameters called `?from`", ("", "*")),
        ("_described", "phrases of the description", {}),
        ("_with_and_without_noun", "terse: a noun may be repeated", lambda text, _: (text,)),
        ("_from_verb", "`let card A leave`", lambda words, slots, _: (words, slots)),
        ("plain_words", "articles may be missing", list),
    ),
    *of(
        f"{_MEANING}.lines",
        ("_REPEAT", "`and so on` stands for steps"),
        ("_AND", "`and` and commas join clauses"),
        ("_JOINTS", "signs that join clauses of one line"),
        ("_LABELS", "signs behind a label"),
        ("_MEANWHILE", "what somebody does besides"),
        ("_FRONTED_PLACE", "`there, load it`"),
        ("_SIGNS", "signs may stand between words"),
        ("_REMARKS", "`look around`, `finished`"),
        ("_ARTICLES", "an article before a snippet"),
        ("LineReader._goes_on", "`stop and guard` is one action", False),
        ("LineReader._stands_alone", "a sentence of its own before `and`", False),
        ("LineReader._is_like_step", "a lost step in a line is reported", False),
        ("LineReader._is_argument", "what stands in brackets may belong to the step", False),
        ("LineReader._names_something", "a doubt must be about something", True),
        ("LineReader._cut_off", "a step may break off", False),
        ("LineReader._exact_behind_lead_in", "a snippet behind a lead-in", None),
    ),
    *of(
        f"{_MEANING}.matching",
        ("_UNRESOLVED", "`it` that means nothing is a doubt"),
        ("_REFERRING", "`there` is no stranger"),
        ("Matcher._allowed", "an action's own verb means that action", True),
        ("Matcher._beyond", "things that other actions have to do with", frozenset()),
        ("Matcher._same_particle", "put down is not put up", True),
        ("Matcher._expected", "a stranger beside what is unsaid: doubt", _Everything()),
        ("Matcher._in_order", "an unknown object's attempt", None),
        ("Matcher._as_worded", "objects stay where the words put them", None),
        ("Matcher._exchanges_kinds", "called by each other's kinds: doubt", False),
        ("_inversions", "the order of the objects", 0),
    ),
    *of(
        f"{_MEANING}.names",
        ("_ARTICLE_LIKE", "`a` may be an article"),
        ("_JOINTS", "words behind which `a` is a name"),
        ("_SHORT", "abbreviations with a number"),
        ("NameFinder.tells_kind", "a name may tell its object's kind", False),
        ("NameFinder._unknown", "`truck_7`: a name of no object", 0),
        ("_abbreviates", "an abbreviation's letters are in the word", False),
        ("_shared", "the word that all names share may be missing", []),
    ),
    *of(
        f"{_MEANING}.phrases",
        ("_DIRECTIONS", "from behind A, to behind B"),
        ("_SIGNS", "signs are no words"),
        ("_take_particle", "`switch on A`, `switch A on`", None),
    ),
    *of(
        f"{_MEANING}.text",
        ("_MARKUP", "Markdown"),
        ("_PREFIXES", "`Step 1:`, `Action:`"),
        ("_REMARK", "remarks in brackets"),
        ("_BREAKS", "signs between clauses"),
        ("_SEQUENCE", "`then` and arrows put one after another", ()),
        ("_ITEM", "letters of items"),
        ("_TYPESET", "text commands of LaTeX"),
        ("_TYPESET_SIGNS", "other commands of LaTeX"),
        ("_TYPESET_ARROW", "arrows of LaTeX"),
        ("_ENCLOSED", "a line in brackets as a whole"),
        ("_TYPOGRAPHY", "Unicode's hyphens, quotes and arrows"),
        ("_SHORT", "`w/`, `@`, `<-`"),
        ("_OPENING", "signs before a line's words"),
    ),
    *of(
        f"{_MEANING}.words",
        ("DETERMINERS", "articles and fillers mean nothing"),
        ("EMPTY", "words that name nothing"),
        ("PARTICLES", "particles of verbs"),
        ("RELATIONS", "ways to say a preposition"),
        ("GOALS", "prepositions of where it gets to"),
        ("_PLACES", "what is in or from somewhere is not acted on"),
        ("PLACING", "everyday verbs of placing"),
        ("REMOVING", "everyday verbs of removing"),
        ("MOVING", "everyday verbs of moving"),
        ("EVERYDAY", "everyday verbs"),
        ("_COSTS", "prepositions that may stand for others"),
        ("_JOINED", "`truck-0`, `truck_0`, `truck 0`"),
    ),
)
"""Lists of cues, patterns, formats and small decisions."""
