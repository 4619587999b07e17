// One episode, told as a conversation.

async function showEpisode(list, values) {
  const episode = list.episodes.find((each) => KEY.every((name) => String(each[name]) === values.get(name)));
  const article = $("#episode");
  const parts = episode
    ? episodeParts(list, episode, await conversation(episode))
    : [bar(list, null), make("p", {}, "This report contains no such episode.")];
  article.replaceChildren(...parts);
  document.title = `${episode ? nameOf(episode) : "No such episode"} – ${TITLE}`;
  $("main").hidden = $("header").hidden = true;
  article.hidden = false;
  scrollTo(0, 0);
  article.focus({ preventScroll: true });
}

function bar(list, episode) {
  const links = [make("a", { href: address("episodes", list.asked()) }, "← All episodes")];
  const place = (list.rows ?? []).indexOf(episode);
  const link = (other, words) => other && links.push(make("a", { href: addressOf(other) }, words));
  if (place >= 0) {
    link(list.rows[place - 1], "Previous");
    link(list.rows[place + 1], "Next");
  }
  return make("nav", { class: "bar", "aria-label": "Episodes" }, ...links);
}

function episodeParts(list, episode, { scene, turns, held }) {
  const kind = standing(episode);
  const verdict = { solved: "Solved", failed: `Failed: ${episode.cause}`, unread: "Unread: whether it solves the task is unknown" }[kind];
  return [
    bar(list, episode),
    make("h2", {}, nameOf(episode)),
    make("p", { class: `verdict ${kind}` }, episode.error ? `${verdict} (${episode.error})` : verdict),
    facts(episode),
    task(scene, held),
    make("h3", {}, "What happened"),
    make("ol", { class: "turns" }, ...story(episode, scene, turns)),
  ];
}

const nameOf = (episode) => `${taskOf(episode)}: ${episode.player}`;

function facts(episode) {
  const about = episode.tokens_estimated ? "~" : "";
  const told = {
    Model: episode.model === "none" ? "none" : episode.model,
    "Input form": episode.input,
    Seed: episode.seed,
    Steps: episode.steps,
    "Refused actions": episode.refused,
    "Plan length": episode.plan_length,
    "Length of the reference plan": episode.reference_length ?? "none",
    "Length of an optimal plan": episode.optimum ?? "not known",
    ...costs(episode),
    Calls: episode.calls,
    "Input tokens": about + counted(episode.input_tokens),
    "Output tokens": about + counted(episode.output_tokens),
    Money: dollars(episode.usd),
    Time: duration(episode.seconds),
    Run: episode.run,
  };
  const pairs = Object.entries(told).map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  return make("dl", { class: "facts" }, ...pairs);
}

/** What the plan costs, where the run counted costs and the episode is solved. */
function costs(episode) {
  if (episode.plan_cost === null) return {};
  const known = episode.optimum_known ? "optimal" : "cheapest known";
  return { "Plan cost": episode.plan_cost, "Cost of the best plan": `${episode.best_cost} (${known})` };
}

const items = (texts, tag = "ul") => make(tag, {}, ...texts.map((text) => make("li", {}, text)));

function task(scene, held) {
  const mark = (holds) => (holds ? " (reached)" : " (not reached)");
  const goal = scene.goal.map((part, place) => part + (held.length ? mark(held[place]) : ""));
  const reference = scene.reference
    ? make("details", {}, make("summary", {}, `What the planner would do: ${plural(scene.reference.length, "step")}`), items(scene.reference, "ol"))
    : make("p", { class: "note" }, "There is no reference plan.");
  return make(
    "div",
    { class: "columns" },
    make("div", {}, make("h3", {}, "Goal"), items(goal)),
    make(
      "div",
      {},
      make("h3", {}, "Task"),
      make("details", {}, make("summary", {}, `Initial state: ${plural(scene.initial.length, "fact")}`), items(scene.initial)),
      ...legend(scene.names),
      reference,
    ),
  );
}

/** What objects are called in PDDL, of those that the conversation calls otherwise; folded away. */
function legend(names) {
  const other = names.filter(([word, name]) => word !== name);
  if (!other.length) return [];
  const pairs = other.map(([word, name]) => make("div", {}, make("dt", {}, word), make("dd", {}, name)));
  return [make("details", {}, make("summary", {}, `Names in PDDL: ${plural(other.length, "object")}`), make("dl", { class: "legend" }, ...pairs))];
}

function stateAfter(initial, steps) {
  const facts = new Set(initial);
  for (const step of steps) {
    step.deleted.forEach((fact) => facts.delete(fact));
    step.added.forEach((fact) => facts.add(fact));
  }
  return facts;
}

/** The turns of an episode as list items; what stands before the first answer is folded away. */
function story(episode, scene, turns) {
  const first = turns.findIndex((turn) => "answer" in turn);
  const opening = first > 0 ? turns.slice(0, first) : [];
  const steps = [];
  let answer = "";
  const told = turns.slice(opening.length).map((turn) => {
    if ("step" in turn) {
      if (turn.again) steps.length = 0;
      steps.push(turn);
      return stepTurn(scene, turn, steps.slice(0, -1), answer);
    }
    if ("answer" in turn) {
      answer = turn.answer;
      return answerTurn(turn, episode);
    }
    if ("kept" in turn) return keptTurn(turn);
    return turn.to === "planner" ? saidTurn(turn) : folded(turn);
  });
  return [...prompt(opening), ...told];
}

const who = (name, ...more) => make("div", { class: "who" }, make("b", {}, name), ...more.filter(Boolean).map((text) => make("span", {}, text)));
const said = (text) => make("p", { class: "said" }, text);
const fold = (summary, ...children) => make("details", {}, make("summary", {}, summary), ...children);

function prompt(opening) {
  if (opening.length === 0) return [];
  const system = opening.filter((turn) => turn.by === "system");
  const talk = opening.filter((turn) => turn.by !== "system");
  const example = talk.slice(0, -1);
  const size = (turns) => plural(turns.reduce((sum, turn) => sum + turn.said.length, 0), "character");
  return [
    make(
      "li",
      { class: "turn" },
      who("Prompt"),
      ...system.map((turn) => fold(`Instructions and domain, ${size([turn])}`, said(turn.said))),
      ...(example.length
        ? [fold(`Few-shot example, ${plural(example.length, "message")}`, ...example.flatMap((turn) => [who(turn.by), said(turn.said)]))]
        : []),
      ...talk.slice(-1).map((turn) => said(turn.said)),
    ),
  ];
}

const saidTurn = (turn) => make("li", { class: "turn" }, who(turn.by === "user" ? "Message" : turn.by), said(turn.said));

const folded = (turn) => make("li", { class: "turn" }, who(`Asked the ${turn.to}`), fold(plural(turn.said.length, "character"), said(turn.said)));

function answerTurn(turn, episode) {
  const spent = `${counted(turn.input)} tokens in${turn.cached ? ` (${counted(turn.cached)} cached)` : ""}, ${counted(turn.output)} out`;
  const stopped = turn.finish === "stop" ? "" : `stopped: ${turn.finish}`;
  const name = turn.from === "planner" ? "Model" : `Model as ${turn.from}`;
  return make(
    "li",
    { class: "turn model" },
    who(name, turn.model === episode.model ? null : turn.model, spent, turn.reused && "from the cache", stopped, ...turn.notes),
    turn.reasoning ? fold(`Reasoning, ${plural(turn.reasoning.length, "character")}`, make("p", { class: "said thought" }, turn.reasoning)) : null,
    make("p", { class: "said" }, ...thoughtsMarked(turn.answer)),
  );
}

/** An answer with its thoughts set apart: what follows `Think:` up to the next `Instruction:`. */
function thoughtsMarked(answer) {
  let thinking = false;
  return answer.split(/(?<=\n)/).map((line) => {
    const label = /^[\s*#>\-\d.)]*(think|instruction)\s*\**\s*:/i.exec(line);
    if (label) thinking = label[1].toLowerCase() === "think";
    return thinking ? make("span", { class: "thought" }, line) : line;
  });
}

const unquoted = (text) => text.replace(/["“”*`]/g, "");

/** The words of a step as the answer has them: the reader leaves out quotation marks and emphasis. */
function asWritten(words, answer) {
  const written = (line) => unquoted(line).includes(unquoted(words));
  return answer.includes(words) ? words : (answer.split("\n").find(written)?.trim() ?? words);
}

function stepTurn(scene, turn, before, answer) {
  const written = asWritten(turn.words, answer);
  const repeats = answer.includes(written) && answer.trim().split("\n").length <= 2;
  const changes = [...turn.deleted.map((fact) => make("li", { class: "deleted" }, fact)), ...turn.added.map((fact) => make("li", { class: "added" }, fact))];
  return make(
    "li",
    { class: `turn ${turn.mistake ? "wrong" : "done"}` },
    who(`Step ${turn.step}`, turn.again ? "in the initial state again" : null, turn.refused ? "refused" : null),
    repeats || turn.words === turn.action ? null : said(written),
    turn.action ? make("code", {}, turn.action) : null,
    turn.mistake ? make("p", { class: "mistake" }, turn.mistake) : null,
    said(turn.observation),
    changes.length ? make("ul", { class: "facts-changed" }, ...changes) : null,
    states(scene, turn, before),
  );
}

const keptTurn = (turn) => make("li", { class: "turn" }, who(`Kept: ${turn.kept}`), ...tree(turn.data));

/** Any JSON as nested lists: an object is its short values in a line, with the rest folded under it. */
function tree(data) {
  if (data === null || typeof data !== "object") return [said(String(data))];
  if (Array.isArray(data)) return data.length ? [make("ul", {}, ...data.map((each) => make("li", {}, ...tree(each))))] : [];
  const inner = ([, value]) => value !== null && typeof value === "object";
  const parts = Object.entries(data);
  const line = parts.filter((part) => !inner(part)).map(([name, value], at) => (at ? `${name}: ${value}` : value));
  const below = parts.filter(inner).filter(([, value]) => Object.keys(value).length);
  if (!below.length) return [line.join(", ")];
  const details = fold(line.join(", ") || below.map(([name]) => name).join(", "), ...below.flatMap(([, value]) => tree(value)));
  details.open = true;
  return [details];
}

/** The states before and after a step, worked out when they are asked for. */
function states(scene, turn, before) {
  const details = fold("State before and after");
  const fill = () => {
    const earlier = stateAfter(scene.initial, before);
    const later = stateAfter(earlier, [turn]);
    const list = (facts, changed, kind) => make("ul", { class: "state" }, ...[...facts].map((fact) => make("li", { class: changed.includes(fact) && kind }, fact)));
    details.append(
      make(
        "div",
        { class: "columns" },
        make("div", {}, make("b", {}, "Before"), list(earlier, turn.deleted, "deleted")),
        make("div", {}, make("b", {}, "After"), list(later, turn.added, "added")),
      ),
    );
  };
  details.addEventListener("toggle", fill, { once: true });
  return details;
}

