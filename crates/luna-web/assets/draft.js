// Keeps what is typed: each field is sent as a draft a moment after the last
// key, and whatever is left when the page is left. Counts characters as the
// server does, and lets a form be sent only once.
const form = () => document.querySelector("form[data-draft]");
const shown = (count) => count.toLocaleString("en");

// What is typed belongs to the form it was typed into, also when the page has
// become another one meanwhile.
let unsaved;
let timer;

function count(field) {
  const out = document.getElementById(field.id + "-count");
  if (!out || !field.dataset.most) return;
  const length = [...field.value.replace(/\s+$/u, "")].length;
  out.textContent = `${shown(length)} of ${shown(Number(field.dataset.most))}`;
  out.classList.toggle("problem", length > Number(field.dataset.most));
}

function say(to, fields, words) {
  if (form()?.dataset.draft !== to) return;
  for (const name of fields.keys()) {
    const out = document.querySelector(`[data-saved="${name}"]`);
    if (out) out.textContent = words;
  }
}

async function save(last) {
  clearTimeout(timer);
  if (!unsaved) return;
  const { to, hidden, fields } = unsaved;
  unsaved = undefined;
  const body = new URLSearchParams([...fields, ...hidden]);
  let answer;
  try {
    answer = await fetch(to, { method: "POST", body, headers: { "x-luna-draft": "1" }, keepalive: last });
  } catch {
    answer = undefined;
  }
  if (answer?.ok) return say(to, fields, "Saved");
  if (answer && answer.status < 500) return say(to, fields, "Not saved: reload the page to see why");
  // The server or the way to it is down: what was typed since wins.
  say(to, fields, "Not saved yet");
  if (!unsaved) unsaved = { to, hidden, fields };
  else if (unsaved.to === to) unsaved.fields = new Map([...fields, ...unsaved.fields]);
  later(5000);
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(() => save(false), wait);
}

document.addEventListener("input", (event) => {
  const field = event.target;
  const target = form();
  if (!target || field.form !== target || !field.name) return;
  count(field);
  const to = target.dataset.draft;
  if (unsaved && unsaved.to !== to) save(false);
  const hidden = [...target.querySelectorAll("[type=hidden]")].map((it) => [it.name, it.value]);
  unsaved ??= { to, hidden, fields: new Map() };
  unsaved.fields.set(field.name, field.value);
  say(to, new Map([[field.name]]), "\u2026");
  later(800);
});
// How much of each field was pasted, how much was typed, and how long keys were pressed
// for that: a hint that goes with the form, for the study of the games. A key brings a
// letter, or on a phone a word; more at once was spoken, or comes from the browser.
const keyed = 20;
const typing = new WeakMap();
document.addEventListener("input", ({ target: field, inputType, timeStamp }) => {
  if (!field.dataset?.most || field.form !== form()) return;
  const known = typing.get(field) ?? { pasted: 0, typed: 0, ms: 0, length: field.defaultValue.length };
  const more = Math.max(field.value.length - known.length, 0);
  if (/^insertFrom(Paste|Drop)/.test(inputType)) known.pasted += more;
  else {
    if (more <= keyed) known.typed += more;
    known.ms += Math.min(timeStamp - (typing.get(field.form) ?? timeStamp), 2000);
  }
  known.length = field.value.length;
  // The form keeps when the last key came, in whichever field.
  typing.set(field, known).set(field.form, timeStamp);
});
document.addEventListener("formdata", ({ target, formData }) => {
  if (!typing.has(target)) return;
  const fields = [...target.querySelectorAll("textarea[data-most]")].map((field) => typing.get(field));
  const all = (of) => fields.map((known) => (known ? Math.round(of(known)) : "")).join();
  formData.set("pasted", all((known) => known.pasted));
  formData.set("typed", all((known) => known.typed));
  formData.set("typed_ms", all((known) => known.ms));
});
document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  clearTimeout(timer);
  unsaved = undefined;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "1";
});
addEventListener("pageshow", () => { const target = form(); if (target) delete target.dataset.sent; });
addEventListener("pagehide", () => save(true));
document.addEventListener("visibilitychange", () => { if (document.hidden) save(true); });
document.addEventListener("luna:leave", () => save(true));
const countAll = () => document.querySelectorAll("textarea[data-most]").forEach(count);
document.addEventListener("luna:fresh", countAll);
countAll();
