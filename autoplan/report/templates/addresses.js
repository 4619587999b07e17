// Addresses: #/episodes?domain=… is a list, #/episode?domain=…&instance=… is one episode

const KEY = ["run", "domain", "instance", "mechanism", "input", "model", "seed"];
const FILTERS = ["domain", "player", "seed", "outcome", "q", "inside"];

const address = (place, values) => `#/${place}?${new URLSearchParams(values)}`;
const addressOf = (episode) =>
  address("episode", Object.fromEntries(KEY.map((name) => [name, episode[name]])));

function whereTo() {
  const found = /^#\/(episodes?)\?(.*)$/.exec(location.hash);
  return found ? { place: found[1], values: new URLSearchParams(found[2]) } : null;
}

