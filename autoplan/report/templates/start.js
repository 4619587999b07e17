// What the address asks for is shown.

async function follow(list) {
  const where = whereTo();
  if (list.rows === undefined) list.show();
  if (where?.place === "episode") return showEpisode(list, where.values);
  const returning = $("main").hidden;
  document.title = TITLE;
  $("main").hidden = $("header").hidden = false;
  $("#episode").hidden = true;
  if (where) await list.ask(where.values);
  if (where || returning) (where ? $("#episodes") : $(location.hash || "body"))?.scrollIntoView();
}

async function start() {
  const list = new List(await readIndex());
  addEventListener("hashchange", () => follow(list));
  await follow(list);
  document.documentElement.dataset.ready = "yes";
  performance.mark("report-ready");
}

start();
