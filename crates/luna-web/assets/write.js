// The writing page: asks the machines a moment after the last key, saves what
// was typed when the writer pauses, and offers answers that begin with it.
import { follow, whileVisible } from "./stream.js";

const form = () => document.querySelector("form[data-guesses]");
const panel = () => document.getElementById("machines");
const typed = () => new URLSearchParams(new FormData(form()));
const told = () => panel().querySelector(".glance")?.dataset.told;
let asked = 0;
let guessing;
let saving;
let sending = Promise.resolve();
// A sentence was finished since the machines that watch were last asked.
let finished = false;
const END = /[.!?\u2026\u3002\uff01\uff1f\u0964\u061f\u06d4]["'\u201d\u2019\u00bb)\]]*$/u;

async function guess() {
  const target = form();
  const mine = ++asked;
  const body = typed();
  panel().setAttribute("aria-busy", "true");
  let answer;
  try {
    answer = await fetch(target.dataset.guesses, { method: "POST", body });
  } catch {
    answer = undefined;
  }
  // A later text has been sent meanwhile.
  if (mine !== asked) return;
  panel().setAttribute("aria-busy", "false");
  if (!answer?.ok) return;
  const before = told();
  panel().innerHTML = await answer.text();
  again();
  // The history has every text at which the writer saw another first guess or verdict.
  if (target.dataset.save && told() !== before) queue(body, false);
}

// A machine that is not ready yet is asked again, as it has said.
function again() {
  if (!panel()?.querySelector("[data-again]")) return;
  clearTimeout(guessing);
  guessing = setTimeout(guess, 1000);
}

function save(last) {
  clearTimeout(saving);
  saving = undefined;
  if (!form()?.dataset.save) return;
  const body = typed();
  if (finished) body.set("do", "sentence");
  finished = false;
  // A page that is left waits for nothing.
  if (last) send(body, true);
  else queue(body, true);
}

// One after another, so that an earlier text never replaces a later one.
function queue(body, latest) {
  sending = sending.then(() => send(body, false, latest));
}

async function send(body, last, latest = true) {
  const out = document.getElementById("saved");
  let answer;
  try {
    answer = await fetch(form().action, { method: "POST", body, headers: { "x-luna-draft": "1" }, keepalive: last });
  } catch {
    answer = undefined;
  }
  if (!latest) return;
  if (answer?.ok) out.textContent = "Saved";
  else if (answer && answer.status < 500) out.textContent = "Not saved: " + (await answer.text());
  else {
    out.textContent = "Not saved yet";
    finished ||= body.has("do");
    saving = setTimeout(() => save(false), 5000);
  }
}

async function offer(field) {
  const typed = field.value;
  const answer = await fetch("/quiz/answers?q=" + encodeURIComponent(typed));
  if (answer.ok && field.value === typed) document.getElementById("answers").innerHTML = await answer.text();
}

// News of the question: a machine that watches has answered, here or in another tab.
function listen() {
  const { topic, seen } = form()?.dataset ?? {};
  if (!topic) return undefined;
  return follow(`/events?seen=${seen}&topic=${topic}`, ({ data }) => {
    if (form()) form().dataset.seen = data;
    guess();
  });
}

document.addEventListener("input", ({ target, data }) => {
  if (!form() || target.form !== form()) return;
  if (target.name === "page") offer(target).catch(() => {});
  clearTimeout(guessing);
  guessing = setTimeout(guess, 150);
  if (!form().dataset.save) return;
  document.getElementById("saved").textContent = "\u2026";
  clearTimeout(saving);
  const typed = target.name === "text" && data && END.test(target.value.slice(0, target.selectionStart));
  finished ||= typed || target.name.startsWith("watch-");
  saving = setTimeout(() => save(false), finished ? 1000 : 2000);
});
// Sentences that were changed in the middle are finished when the writer turns to something else.
document.addEventListener("change", ({ target }) => {
  if (target.name !== "text" || !form()?.dataset.save || target.form !== form()) return;
  finished = true;
  clearTimeout(saving);
  saving = setTimeout(() => save(false), 1000);
});
whileVisible(listen);
again();
document.addEventListener("submit", () => { clearTimeout(saving); saving = undefined; });
addEventListener("pagehide", () => { if (saving) save(true); });
// The tour is open on the first visit only.
const tour = document.getElementById("tour");
if (tour) {
  try {
    if (!localStorage.getItem("luna-quiz-tour")) tour.open = true;
    localStorage.setItem("luna-quiz-tour", "1");
  } catch {
    // A browser may refuse to keep anything.
  }
}
