// Keeps what is typed: each field is sent as a draft a moment after the last
// key, and whatever is left when the page is left. Counts characters as the
// server does, and lets a form be sent only once.
const pending = new Map();
const form = () => document.querySelector("form[data-draft]");
const shown = (count) => count.toLocaleString("en");

function count(field) {
  const out = document.getElementById(field.id + "-count");
  if (!out || !field.dataset.most) return;
  const length = [...field.value.replace(/\s+$/u, "")].length;
  out.textContent = `${shown(length)} of ${shown(Number(field.dataset.most))}`;
  out.classList.toggle("problem", length > Number(field.dataset.most));
}

function say(name, words) {
  const out = document.querySelector(`[data-saved="${name}"]`);
  if (out) out.textContent = words;
}

async function save(last) {
  const target = form();
  if (!target || pending.size === 0) return;
  const body = new URLSearchParams(pending);
  const names = [...pending.keys()];
  pending.clear();
  body.set("csrf", target.elements.csrf.value);
  try {
    const answer = await fetch(target.dataset.draft, {
      method: "POST", body, headers: { "x-luna-draft": "1" }, keepalive: last,
    });
    if (!answer.ok) throw new Error(String(answer.status));
    for (const name of names) say(name, "Saved");
  } catch {
    for (const name of names) {
      say(name, "Not saved yet");
      const field = target.elements[name];
      if (field && !pending.has(name)) pending.set(name, field.value);
    }
    later();
  }
}

let timer;
function later() {
  clearTimeout(timer);
  timer = setTimeout(() => save(false), 800);
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.form || field.form !== form() || !field.name) return;
  count(field);
  pending.set(field.name, field.value);
  say(field.name, "…");
  later();
});
document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  clearTimeout(timer);
  pending.clear();
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
