// Keeps a page up to date: when the server says that something has changed, or every few
// seconds if the page asks for that, it is read again. Its main part is replaced if its state differs.
import { follow, whileVisible } from "./stream.js";

// Fields that keep what is typed into them: themselves, or inside of a form that says so.
const KEPT = ["[data-kept]", "[data-kept] "].map((at) => at + ":is(input, textarea, select)").join();

const main = () => document.getElementById("main");

async function refresh() {
  const answer = await fetch(location.href, { headers: { "x-luna-live": "1" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.getElementById("main");
  if (!next || !(next.dataset.state || main().dataset.every)) return;
  if (next.dataset.state === main().dataset.state) {
    main().dataset.seen = next.dataset.seen;
    return;
  }
  // A page somebody may be typing into is not pulled away under their hands
  // unless it has nothing more to do with the game.
  document.dispatchEvent(new Event("luna:leave"));
  // A field beside the news keeps what is typed into it, and the focus.
  const focus = document.activeElement?.id;
  for (const field of main().querySelectorAll(KEPT)) {
    const fresh = field.id && next.querySelector(`[id="${field.id}"]`);
    if (fresh) [fresh.value, fresh.checked] = [field.value, field.checked];
  }
  main().replaceWith(next);
  const again = focus && document.getElementById(focus);
  if (again?.matches(KEPT)) again.focus();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  document.getElementById("news").textContent = next.querySelector("h1")?.textContent ?? "";
  document.dispatchEvent(new Event("luna:fresh"));
}

// A tab that nobody sees has given its stream back. One that waits looks now and then, so that its title
// can say that something has come.
const BESIDE_MS = 30_000;
setInterval(() => {
  if (document.hidden && main().dataset.waits) refresh().catch(() => {});
}, BESIDE_MS);

// Somebody who waits reads for how long, counted from what the server said when the page was read.
const UNITS = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"]];
let readAt = Date.now();
document.addEventListener("luna:fresh", () => (readAt = Date.now()));
setInterval(() => {
  const line = main().querySelector("[data-waited]");
  if (!line) return;
  const ms = Number(line.dataset.waited) + Date.now() - readAt;
  const [size, unit] = UNITS.find(([size]) => ms >= size) ?? [];
  const count = Math.floor(ms / size);
  if (!unit) return;
  line.hidden = false;
  line.textContent = `You have waited ${count} ${unit}${count === 1 ? "" : "s"}.`;
}, 10_000);

// Reads the page again until one comes that is not to be read again.
function polling(ms) {
  const timer = setInterval(() => {
    if (main().dataset.every) refresh().catch(() => {});
    else clearInterval(timer);
  }, ms);
  return { close: () => clearInterval(timer) };
}

whileVisible(() => {
  const { seen, topic, every } = main().dataset;
  if (every) return polling(1000 * every);
  return follow("/events?seen=" + seen + (topic ? "&topic=" + topic : ""), () => refresh().catch(() => {}));
});
