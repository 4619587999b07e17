// Numbers in words.

const counted = (number) => number.toLocaleString("en");

/** Whether an episode is solved, failed, or unread, where nobody knows. */
const standing = (episode) => (episode.solved === null ? "unread" : episode.solved ? "solved" : "failed");
const outcome = (episode) => (standing(episode) === "failed" ? episode.cause : standing(episode));

function dollars(usd) {
  if (usd === null) return "price not known";
  return `$${usd.toFixed(usd >= 1 || usd === 0 ? 2 : 4)}`;
}

function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const plural = (number, noun) => `${counted(number)} ${noun}${number === 1 ? "" : "s"}`;

