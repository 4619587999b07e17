// The list of episodes: filters, search, order.

const COLUMNS = [
  { name: "domain", title: "Task", show: (each) => taskOf(each) },
  { name: "player", title: "Player", show: (each) => each.player },
  { name: "seed", title: "Seed", number: true, show: (each) => each.seed },
  { name: "outcome", title: "Outcome", show: outcome },
  { name: "steps", title: "Steps", number: true, show: (each) => each.steps },
  { name: "refused", title: "Refused", number: true, show: (each) => each.refused },
  { name: "plan_length", title: "Plan", number: true, show: planLength },
  { name: "tokens", title: "Tokens", number: true, show: (each) => counted(tokens(each)) },
  { name: "usd", title: "Money", number: true, show: (each) => dollars(each.usd) },
];

const tokens = (episode) => episode.input_tokens + episode.output_tokens;

function planLength(episode) {
  const yardstick = episode.yardstick_length;
  return yardstick === null ? `${episode.plan_length}` : `${episode.plan_length} of ${yardstick}`;
}

const taskOf = (episode) => `${episode.domain} ${episode.instance}`;
const SORTED_BY = { domain: taskOf, outcome, tokens };
const byNature = new Intl.Collator("en", { numeric: true }).compare;

function sorted(episodes, { name, descending }) {
  if (!name) return episodes;
  const value = SORTED_BY[name] ?? ((episode) => episode[name]);
  const order = (a, b) =>
    typeof value(a) === "string" || typeof value(b) === "string"
      ? byNature(String(value(a)), String(value(b)))
      : (value(a) ?? -1) - (value(b) ?? -1);
  return episodes.toSorted((a, b) => (descending ? order(b, a) : order(a, b)));
}

class List {
  constructor(episodes) {
    // Episodes of one task stand together; the sort is stable, so that players keep their order.
    this.episodes = sorted(episodes, { name: "domain", descending: false });
    this.found = this.episodes;
    this.order = { name: null, descending: false };
    this.shown = 0;
    this.searches = 0;
    this.form = $("#filters");
    this.fillFilters();
    this.fillHead();
    this.form.hidden = $("#list").hidden = false;
    // A search answers to every letter; a choice is told by some browsers as a change alone.
    for (const kind of ["input", "change"]) this.form.addEventListener(kind, () => this.changed());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", () => setTimeout(() => this.changed()));
    $("#more").addEventListener("click", () => this.showMore());
    $("#clear").addEventListener("click", () => this.form.reset());
  }

  fillFilters() {
    const fill = (name, values, first) => {
      const options = [make("option", { value: "" }, first), ...values.map((value) => make("option", { value }, value))];
      this.form.elements[name].replaceChildren(...options);
    };
    const values = (name) => [...new Set(this.episodes.map((episode) => String(episode[name])))];
    fill("domain", values("domain").sort(byNature), "all");
    fill("player", values("player"), "all");
    fill("seed", values("seed").sort(byNature), "all");
    const causes = values("cause").filter((cause) => cause !== "null").sort(byNature);
    const unread = this.episodes.some((episode) => standing(episode) === "unread") ? ["unread"] : [];
    fill("outcome", ["solved", "failed", ...unread, ...causes], "any");
  }

  fillHead() {
    const heads = COLUMNS.map(({ name, title, number }) => {
      const head = make("th", { scope: "col", class: number && "number" }, make("button", { type: "button" }, title));
      head.addEventListener("click", () => this.sortBy(name, head));
      return head;
    });
    $("#list thead tr").replaceChildren(...heads);
  }

  sortBy(name, head) {
    const descending = this.order.name === name && !this.order.descending;
    this.order = { name, descending };
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    this.show();
  }

  /** What the form asks for, without what it leaves open. */
  asked() {
    const values = [...new FormData(this.form)].filter(([, value]) => value !== "");
    return new URLSearchParams(values);
  }

  ask(values) {
    for (const name of FILTERS) {
      const field = this.form.elements[name];
      if (field.type === "checkbox") field.checked = values.has(name);
      else field.value = values.get(name) ?? "";
    }
    return this.filter();
  }

  changed() {
    history.replaceState(null, "", address("episodes", this.asked()));
    return this.filter();
  }

  async filter() {
    const search = ++this.searches; // a later search overtakes this one
    const asked = this.asked();
    const fits = (episode) =>
      ["domain", "player", "seed"].every((name) => !asked.has(name) || asked.get(name) === String(episode[name])) &&
      (!asked.has("outcome") || [outcome(episode), standing(episode)].includes(asked.get("outcome")));
    let found = this.episodes.filter(fits);
    const words = (asked.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) found = await this.search(found, words, asked.has("inside"), () => search !== this.searches);
    if (search !== this.searches) return;
    this.found = found;
    this.show();
  }

  /** The episodes in which all words occur, each in any field or, where that is asked for, in what is said. */
  async search(episodes, words, inside, overtaken) {
    const told = (episode) =>
      [...KEY.map((name) => episode[name]), episode.player, outcome(episode), episode.error ?? ""].join(" ").toLowerCase();
    const found = [];
    for (const [number, episode] of episodes.entries()) {
      const fields = told(episode);
      const left = words.filter((word) => !fields.includes(word));
      const said = left.length && inside ? await spoken(episode) : "";
      if (left.every((word) => said.includes(word))) found.push(episode);
      if (inside && number % 200 === 0) $("#found").textContent = `Searching: ${counted(number)} of ${counted(episodes.length)} read.`;
      if (overtaken()) return found;
    }
    return found;
  }

  show() {
    this.rows = sorted(this.found, this.order);
    this.shown = 0;
    $("#list tbody").replaceChildren();
    const number = (kind) => this.found.filter((episode) => standing(episode) === kind).length;
    const unread = number("unread") ? `, ${counted(number("unread"))} unread` : "";
    $("#found").textContent = `${plural(this.found.length, "episode")}, ${counted(number("solved"))} solved${unread}.`;
    $("#clear").hidden = this.found.length > 0;
    this.showMore();
  }

  showMore() {
    const next = this.rows.slice(this.shown, this.shown + pageLength());
    $("#list tbody").append(...next.map(row));
    this.shown += next.length;
    const left = this.rows.length - this.shown;
    $("#more").hidden = left === 0;
    $("#more").textContent = `Show ${Math.min(left, pageLength())} more of ${counted(left)}`;
  }
}

function row(episode) {
  const [task, ...others] = COLUMNS;
  const cells = others.map(({ name, title, number, show }) => {
    const kind = name === "outcome" ? standing(episode) : number && "number";
    return make("td", { class: kind, "data-name": number ? title : null }, show(episode));
  });
  return make("tr", {}, make("th", { scope: "row" }, make("a", { href: addressOf(episode) }, task.show(episode))), ...cells);
}

/** Everything that is said in an episode, in lower case. */
async function spoken(episode) {
  const { turns } = await conversation(episode);
  return turns.flatMap((turn) => [...TEXTS].map((name) => turn[name] ?? "")).join("\n").toLowerCase();
}

