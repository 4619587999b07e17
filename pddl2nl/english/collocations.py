"""What goes with what in English: the prepositions that words govern, and kinds of nouns.

These are facts of the language, listed because no dictionary at hand has them; nothing here is
about any one planning domain.
"""

from __future__ import annotations

from pddl2nl.english.vocabulary import inflect_verb, lemmas, verb_lemma, word_set

_GOVERNED = """
to: accessible adjacent allergic allocated applied assigned attached bound close closest
    committed comparable connected
    contiguous dedicated delivered docked equal equivalent fastened fixed given
    identical inferior joined linked mapped moored nearest opposite orthogonal parallel
    perpendicular preferable prior proportional related reserved sent similar subordinate superior
    tied transmitted transferred
from: absent absolved derived different disconnected distinct far hidden independent invisible
    reachable removed separate separated visible
with: aligned associated charged compatible combined connectible consistent contaminated coupled
    covered equipped exchangeable filled infected interchangeable labeled loaded merged mixed
    paired populated provided satisfied synchronized swappable tagged
at: docked located parked pointed positioned present stationed targeted
in: contained embedded included inserted installed interested involved located placed registered
    sealed situated stored wrapped
on: based calibrated dependent engraved focused mounted placed printed seated stacked
of: aware capable composed devoid full made typical
for: accountable available eligible meant necessary needed prepared ready required
    responsible scheduled suitable usable used valid
by: blocked caused controlled followed guarded occupied owned preceded read served surrounded
    visited written
after: ahead next
than: better bigger cheaper colder darker faster greater heavier higher larger later less lighter
    longer lower more nearer older shorter slower smaller stronger warmer weaker worse younger
"""

_VERBS_GOVERNED = """
at: aim arrive dock look park point shoot stand stay wait
to: attach attend belong connect correspond deliver fly lead link move point refer return send
    speak talk travel walk
for: account look pay search stand substitute vouch wait
with: agree collide communicate comply conflict interact intersect interfere match overlap react
on: depend focus lean lie rely rest sit stack step
in: live participate reside sleep swim
of: consist
from: depart differ originate suffer
into: flow fit
"""


def _read(table: str) -> dict[str, str]:
    found: dict[str, str] = {}
    preposition = ""
    for token in table.split():
        if token.endswith(":"):
            preposition = token[:-1]
        else:
            found.setdefault(token, preposition)
    return found


_AFTER_ADJECTIVE = _read(_GOVERNED)
_AFTER_VERB = {
    **_read(_VERBS_GOVERNED),
    "point": "at",
    "look": "at",
    "fit": "",
    "match": "",
    "fly": "to",
}

PLACE_NOUNS = word_set(
    """
    airport area base bay block box building cell center checkpoint city compartment
    corridor country county dock depot district facility field floor garage grid hall hangar
    harbor home hub intersection island junction kitchen lab landmark lane loc location lot
    market node office park place planet platform point port position region road room
    section sector shelf shop side site slot space spot square stage station stop store
    storage street tile town vertex village warehouse waypoint yard zone
    """
)
"""Nouns for something that another thing can be at."""

_INSIDE = word_set(
    """
    area bay box building cell city compartment container corridor country county district
    field garage hall hangar kitchen lab office region room section sector street town
    village store warehouse zone
    """
)

AGENT_NOUNS = word_set(
    """
    agent arm bot camera car crane driver drone ferry forklift hand hoist human instrument
    lift machine man operator person pilot plane player robot rover satellite ship shuttle
    tool trailer truck tug vehicle woman worker
    """
)
"""Nouns for something that does things, besides those in -er and -or."""

LINK_NOUNS = word_set(
    """
    bridge change channel conduit conversion connection corridor door edge highway line link
    passage passageway path pipe pipeline rail railway road route stairs street track trail
    transition tunnel way wire
    """
)
"""Nouns for something that leads from one thing to another."""

PART_NOUNS = word_set(
    """
    back bottom centre center corner edge end front head middle side start tail top
    """
)
"""Nouns for parts, which are `of` something."""

DIRECTIONS = {
    "up": "up from",
    "down": "down from",
    "left": "to the left of",
    "right": "to the right of",
    "north": "north of",
    "south": "south of",
    "east": "east of",
    "west": "west of",
    "forward": "forward of",
    "clockwise": "clockwise from",
}
"""How one thing lies in a direction from another."""

WAYS = word_set(
    """
    up down left right north south east west forward forwards backward backwards clockwise
    counterclockwise anticlockwise upwards downwards upward downward slow fast slowly
    quickly horizontally together vertically
    """
)
"""Words that say how or whither one moves."""

SUPERLATIVES = word_set(
    """
    current final first former initial last latest main next only original previous same
    second third top
    """
)
"""Words before a noun that leave only one thing to speak of, so that it takes the definite
article."""

_INTRANSITIVE = word_set(
    """
    arrive be boil burn come crawl depart die do drift exist fall float fly go grow happen
    jump land leak lie live melt move occur rest rise roll rotate run sail sit sleep spin
    stand swim travel vanish wait walk work
    """
)

IDIOMS = {
    "board": "",
    "duty": "",
    "front": "of",
    "hold": "",
    "line": "with",
    "need": "of",
    "place": "",
    "progress": "",
    "rest": "",
    "sale": "",
    "stock": "",
    "top": "of",
    "transit": "",
    "use": "",
}
"""Nouns that need no article after a preposition (`on sale`, `in line`) and what they govern."""

LETTING = word_set(
    """
    arrive climb come crawl depart disembark enter exit go leave rest sit sleep swim travel
    wait walk
    """
)
"""Verbs whose subject does what they say, so that one lets somebody do it."""

_DOERS = word_set("arrive board depart disembark embark enter exit go land leave rise fall")

STATIVE = word_set(
    """
    belong block connect contain cover cost equal fit have include know lack lead like link
    love match mean need own possess prefer require satisfy separate support touch want
    weigh
    """
)
"""Verbs that are not said in the progressive."""


def preposition_after_adjective(word: str) -> str | None:
    """The preposition an adjective or participle governs: `connected` gives `to`; None if
    unknown."""
    return _AFTER_ADJECTIVE.get(word)


def preposition_after_verb(lemma: str) -> str:
    """The preposition before a verb's object: `point` gives `at`; empty for a transitive verb."""
    return _AFTER_VERB.get(lemma, "")


def is_transitive(lemma: str) -> bool:
    """Whether something can be done to an object with a verb: not so for `sleep`."""
    return lemma not in _INTRANSITIVE and preposition_after_verb(lemma) == ""


def is_doers(lemma: str) -> bool:
    """Whether it is the subject that has come through what the verb says: `A has boarded`."""
    return lemma in _DOERS


def is_going(lemma: str) -> bool:
    """Whether a verb says that somebody goes somewhere."""
    return lemma in ("come", "crawl", "fly", "go", "move", "run", "sail", "swim", "travel", "walk")


def is_agent(noun: str) -> bool:
    """Whether a noun names something that does things: `hoist`, `gripper`."""
    words = noun.split()
    if not words:
        return False
    return words[-1] in AGENT_NOUNS or _is_doer_noun(words[-1])


def _is_doer_noun(word: str) -> bool:
    """Whether a noun in -er or -or comes from a verb: `gripper` from `grip`, not `number`."""
    if not word.endswith(("er", "or")) or len(word) < 5:
        return False
    stems = (word[:-2], word[:-1], word[:-3] if word[-3] == word[-4] else "")
    return any(stem and stem in lemmas(stem).get("verb", ()) for stem in stems)


def is_place(noun: str) -> bool:
    """Whether a noun names something that another thing can be at."""
    words = noun.split()
    return bool(words) and words[-1] in PLACE_NOUNS


def at_or_in(noun: str) -> str:
    """The preposition for being at a place: `in` for a room, `at` for a location."""
    words = noun.split()
    return "in" if words and words[-1] in _INSIDE else "at"


def progressive(word: str) -> str | None:
    """The `-ing` form of a verb in any form (`carry`, `carries`, `carrying`), None for no verb."""
    lemma = base_of(word)
    return None if lemma is None else inflect_verb(lemma, "VBG")


def base_of(word: str) -> str | None:
    """The base form of a verb in any form, None for no verb."""
    bases = lemmas(word).get("verb", ())
    return bases[0] if bases else None


def participle_of(word: str) -> str | None:
    """The verb whose past participle a word is, None where it is none."""
    return verb_lemma(word, "VBN")
