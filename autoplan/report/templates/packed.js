// What is packed into the page, unpacked when it is asked for.

async function unpack(script) {
  const bytes = Uint8Array.from(atob(script.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

async function readIndex() {
  const { columns, data } = await unpack($("#index"));
  return data.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])));
}

const opened = new Map();

/** A chunk of conversations; it stays unpacked once it has been asked for. */
function chunk(number) {
  if (!opened.has(number)) opened.set(number, unpack(document.querySelectorAll(".chunk")[number]));
  return opened.get(number);
}

/** The conversation of an episode: its scene, its turns with every text in its place, and which parts of the goal hold at the end. */
async function conversation(episode) {
  const { texts, scenes, episodes } = await chunk(episode.chunk);
  const whole = (text) => (typeof text === "number" ? texts[text] : text);
  const [scene, turns, held] = episodes[episode.place];
  const told = turns.map((turn) =>
    Object.fromEntries(
      Object.entries(turn).map(([name, value]) => [name, TEXTS.has(name) ? whole(value) : value]),
    ),
  );
  return { scene: scenes[scene], turns: told, held };
}

const TEXTS = new Set(["said", "answer", "reasoning", "words", "observation"]);

