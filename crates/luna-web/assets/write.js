// The writing page: asks the machines a moment after the last key, saves what
// was typed when the writer pauses, and offers answers that begin with it.
const form = () => document.querySelector("form[data-guesses]");
const panel = () => document.getElementById("machines");
let asked = 0;
let guessing;
let saving;

async function guess() {
  const target = form();
  const mine = ++asked;
  panel().setAttribute("aria-busy", "true");
  let answer;
  try {
    answer = await fetch(target.dataset.guesses, { method: "POST", body: new URLSearchParams(new FormData(target)) });
  } catch {
    answer = undefined;
  }
  // A later text has been sent meanwhile.
  if (mine !== asked) return;
  panel().setAttribute("aria-busy", "false");
  if (answer?.ok) panel().innerHTML = await answer.text();
}

async function save(last) {
  clearTimeout(saving);
  saving = undefined;
  const target = form();
  if (!target?.dataset.save) return;
  const out = document.getElementById("saved");
  let answer;
  try {
    const body = new URLSearchParams(new FormData(target));
    answer = await fetch(target.action, { method: "POST", body, headers: { "x-luna-draft": "1" }, keepalive: last });
  } catch {
    answer = undefined;
  }
  if (answer?.ok) out.textContent = "Saved";
  else if (answer && answer.status < 500) out.textContent = "Not saved: " + (await answer.text());
  else {
    out.textContent = "Not saved yet";
    saving = setTimeout(() => save(false), 5000);
  }
}

async function offer(field) {
  const typed = field.value;
  const answer = await fetch("/quiz/answers?q=" + encodeURIComponent(typed));
  if (answer.ok && field.value === typed) document.getElementById("answers").innerHTML = await answer.text();
}

document.addEventListener("input", ({ target }) => {
  if (!form() || target.form !== form()) return;
  if (target.name === "page") offer(target).catch(() => {});
  clearTimeout(guessing);
  guessing = setTimeout(guess, 150);
  if (!form().dataset.save) return;
  document.getElementById("saved").textContent = "\u2026";
  clearTimeout(saving);
  saving = setTimeout(() => save(false), 2000);
});
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
