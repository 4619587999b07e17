// Numbers in words.

const counted = (number) => number.toLocaleString("en");
const outcome = (episode) => (episode.solved ? "solved" : episode.cause);

function dollars(usd) {
  if (usd === null) return "price not known";
  return `$${usd.toFixed(usd >= 1 || usd === 0 ? 2 : 4)}`;
}

function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const plural = (number, noun) => `${counted(number)} ${noun}${number === 1 ? "" : "s"}`;

