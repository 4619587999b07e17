"""The closed classes of English words by which lines of an answer are classified.

They name no domain. What a list does not have is doubt, so a missing word costs a call to the
T-LLM, or an unread answer, and never a wrong reading.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("a an the another this that these those its your my our their")
PREPOSITIONS = _words(
    "about above across against along around at before behind below beneath beside between by for"
    " from in inside into near of off on onto out over through to toward towards under underneath"
    " up upon via with within without top"
)
"""`top` counts as part of `on top of`."""
SAME_PLACE = {
    word: same for same in (_words("on onto upon"), _words("in into inside")) for word in same
}
"""Prepositions, each with those that say the same of a place."""
BE = _words("is are was were be been being am isn remains stays becomes become becoming")
HAVE = _words("has have had having holds needs need")
TRUTH = _words("true false given initially initial assumed empty free available held condition")
"""Words that say of a fact whether it holds."""
FUNCTION_WORDS = (
    PREPOSITIONS
    | ARTICLES
    | BE
    | HAVE
    | _words(
        "and or not no nor but so also now then still already yet only just all both each every it"
        " they them there here i you we he she do does did can could will would may might must"
        " longer should as than if when once after while because since which who what t s m d ve re"
        " ll"
    )
)
LEADS = _words(
    "first firstly second secondly third thirdly fourth fifth sixth seventh eighth ninth tenth"
    " eleventh twelfth next then now finally lastly also"
    " again and please i you we ll should must will can let us s lets to need so afterwards"
    " afterward subsequently"
)
"""What may stand before a step on its line."""
LOOK = ("look", "around")
"""The protocol's words for a description of the current state."""
FINISHED = ("you", "are", "finished")
"""The protocol's words for the end."""
POINTING = _words("it this now")
"""What opens a remark, and may as well stand within an order: "review this plan"."""
REASONS = POINTING | _words(
    "because since so as to which who making leaving allowing resulting freeing clearing"
    " for given ensuring thereby"
)
"""What opens a remark behind a step; `to` does before a verb."""
EXPLAINS = _words("this because since")
"""What opens a line that explains the step above it."""
SUBJECTS = (FUNCTION_WORDS - HAVE) - _words(
    "do does did can could will would may might must should"
)
"""Words with which a statement may open, and no order."""
STEP_LABELS = _words("instruction action step move command")
"""A label with one of these words stands before a step."""
LABEL_WORDS = LEADS | _words(
    "my the this that current chosen proposed planned last final only a to do"
)
"""What may stand in such a label beside."""
THOUGHT_LABELS = _words("think thought thoughts thinking reasoning")
NOTE_LABELS = THOUGHT_LABELS | _words(
    "reason explanation rationale note notes comment precondition"
    " preconditions postcondition postconditions effect effects result results outcome state states"
    " goal goals condition conditions initial final current adds add removes remove deletes delete"
    " requirement requirements requires status valid check verification analysis because why"
    " example objects facts before after observation justification purpose constraints rules"
    " situation setup given"
)
"""A label or heading of these words alone opens what is no step."""
PLAN_WORDS = _words("plan plans sequence steps actions solution instructions moves order process")
ABOUT = PLAN_WORDS | _words(
    "goal goals state states initial final conditions condition configuration arrangement"
    " situation achieve achieved achieves achieving reached satisfied task problem objective"
    " setup requirements desired restrictions rules"
)
"""Words by which a sentence speaks of the plan, its goal or the situation."""
REVISIONS = _words(
    "wait mistake mistakes oops sorry invalid incorrect wrong instead correction actually swap"
    " replace skip skipped unnecessary impossible redo revise reassess reassessing rechecking"
    " reconsider undo ignore scratch retry alternatively alternative repeat likewise similarly"
    " optional optionally omit omitted omitting disregard except redundant twice"
    " thrice rejected never cancel cancels canceled cancelled struck failed fails fail illegal"
    " possibly perhaps maybe"
    " forbidden superfluous unneeded hypothetical hypothetically postponed postpone reverse"
    " scrap strike forgot forgotten reversed backward backwards inverse vice discard discarded"
    " unused forget fallback nope etc"
    " ~ ❌ ✗ ✘ ✖ 🚫 ⛔"
)
"""Words and signs that take back, repeat or leave to choice something before."""
CHANGES = _words(
    "skip replace swap undo redo revise ignore repeat omit cancel discard disregard forget scrap"
)
"""Verbs among them that take nothing back if they are denied: "we cannot skip this"."""
DUTIES = _words("must should need needs has have shall will")
"""Words for what has to be brought about."""
NEGATIONS = _words("not cannot never nothing")
"""Words that deny."""
REVISING = (
    *(
        "in place of",
        "in lieu of",
        "not work",
        "give up",
        "giving up",
        "last to first",
        "leave out",
        "left out",
    ),
    *("not valid", "not a valid", "not correct", "not right", "not reach the goal"),
    *("not complete", "not a complete", "not the complete", "not the whole", "not the full"),
    *("was done", "were done", "been done", "already done", "done before"),
    *(
        "not achieve the goal",
        "be dropped",
        "not executable",
        "not a plan",
        "not any plan",
        "not the plan",
        "not the final",
    ),
    *(
        "only the first",
        "only the last",
        "only the second",
        "initial plan",
        "first plan",
        "from the end",
        "try again",
        "start over",
        "starting over",
    ),
)
"""The same, as phrases."""
LEFT_OUT = (
    *("so on", "so forth", "the rest", "remaining", "continued", "goes on", "go on", "as before"),
    *("everything else", "other steps", "same way", "same for", "like this", "like that"),
    *("this way", "is missing", "part of the goal"),
)
"""Words of a line behind the last step that stand for further ones."""
ALL = _words("all any both each every everything them remaining other others rest")
"""Words for objects that are not named."""
DENIALS = _words("not cannot no never none only back")
"""Words that deny something, or say that nothing else is so."""
CONDITIONS = DENIALS | _words(
    "if unless or either else until each every times avoid repeat"
    " repeated repeating again likewise same def range loop"
    " bad opposite suppose supposing previously case event"
)
"""Words that deny a step, or make it depend on something, beside it or above a list of steps."""
EXAMPLES = _words("example examples because works")
"""Words of a heading below which steps are no plan, even if the answer has no others."""
SPOKEN = EXAMPLES | _words("why explanation explanations explained reasoning rationale breakdown")
"""Words of a heading below which the steps of a plan are spoken of."""
ASIDE = SPOKEN | _words("review analysis analyze check verify verification")
"""Words of a heading below which steps are spoken of, and not proposed."""
FINAL = _words(
    "final finally complete full corrected fixed correct revised new valid updated clean result"
    " actual resulting"
)
"""Words by which a list is put forward as the outcome, before others."""
SUMMARIES = _words("summary summarized concise condensed short overall simplified")
"""Words of a heading below which a plan is stated again, and not corrected."""
ADVERBS = _words("too well please")
"""What may stand behind a step beside function words and words in `-ly`."""
SECTIONS = _words("part phase stage")
"""Words of a heading within a plan."""
PARTIAL = SECTIONS | _words(
    "remaining rest other others next continue more further second optional"
)
HEDGES = _words(
    "again alternatively although but could except first if last may might only or second still"
    " unless until without yet ?"
)
"""Words by which a remark may say that a plan is wrong, a choice, or not whole."""
_OF_PLANS = _words(
    "able absolutely accomplish accordance according accordingly adhere adjust affect aim"
    " allow allowable answer apply approach around arrange ask assist assistant base best"
    " break bring carefully certain certainly changes cheapest complete comply consider"
    " consist correctly cost course create crucial cumulative description desire destination"
    " destinations detailed do double down effectively efficient efficiently end enjoy ensure"
    " establish execute execution experience feel fewest find finish five follow form format"
    " found four free fulfill generate get give glad good goodbye great handle happy help hold"
    " hope how implement intended involve keep know lead legal length let leverage list look"
    " lowest luck make manipulate me meet method methodically minimal minimise minimize"
    " minimum modify necessary notation number numbered obey okay optimal optimally other"
    " outline output pddl perform point possible pre prerequisite prerequisites problem"
    " proceed progress properly properties provide question reach rearrange recap relationship"
    " relationships request require resource resources respect response restore result satisfy"
    " sequential set short shortest simple six solve specific specification specifications"
    " specify starting status statuses strategic strategically successful successfully such"
    " sure syntax systematically tackle take thank thanks think three throughout total"
    " transform transition two update use utilize walk where whole work world yes"
)
REMARKS = _OF_PLANS.union(
    *(FUNCTION_WORDS, LEADS, REASONS, ABOUT, TRUTH, NOTE_LABELS, STEP_LABELS, LABEL_WORDS),
    *(FINAL, SUMMARIES, ASIDE, SECTIONS, ADVERBS),
).difference(HEDGES, REVISIONS, _words("example examples"))
"""The other words with which an answer speaks of its plan, verbs in their base form."""
OFFERS = (
    "here you go",
    *("hope (?:that )?this helps", "let me know", "feel free to ask"),
    *("would you like me to", "do you want me to"),
)
"""What opens a sentence for after the plan."""
OFFERED = _words("another any anything else explain if like or question questions try want ? d")
"""What may stand in it beside words that speak of the plan: it offers no further step."""
STEP_WORDS = _words("step steps line lines action actions move moves")
ORDINALS = _words(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth last"
)
PARTS = ORDINALS | _words("few more further other others")
"""Words for some steps of a plan, and for those that it does not have."""
SEQUENCE = _words("then next afterwards afterward after finally lastly now also")
"""Words by which a list is announced as a part of the plan, and by which a sentence goes on."""
