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
