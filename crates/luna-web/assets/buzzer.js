// The reading room: words as they come, the buzzer and the clock. Without this
// script the page has the same forms, a button for more words, and no clock.
import { follow, whileVisible } from "./stream.js";

const main = () => document.getElementById("main");
const part = (id) => document.getElementById(id);
const stage = () => part("room")?.dataset.stage;
const step = (name) => document.querySelector(`form[data-step="${name}"]`);
const say = (words) => { part("news").textContent = words; };
let ticking;
let sending = false;

// Only with this script can the words of a question be timed.
function offerTime() {
  for (const form of document.querySelectorAll("form[data-start]")) {
    if (form.elements.timed) continue;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "timed", value: "yes" }));
  }
}

function hush() {
  words.close();
  clearInterval(ticking);
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const next = fresh.getElementById("main");
  if (!next) return location.reload();
  hush();
  main().replaceWith(next);
  document.title = fresh.title;
  begin();
}

async function refresh() {
  const answer = await fetch(location.href);
  show(await answer.text());
}

async function send(form) {
  if (sending || !form) return;
  sending = true;
  // The page stops at once; the server learns how much of it was there.
  words.close();
  let page;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    page = await answer.text();
  } catch {
    page = undefined;
  }
  sending = false;
  if (page !== undefined) return show(page);
  say("The server cannot be reached. Please try again.");
  words.open();
}

// Counts down to an end that the server knows too, and tells it to screen readers now and then.
function count(ms, what, end) {
  const until = performance.now() + ms;
  const told = new Set();
  clearInterval(ticking);
  const tick = () => {
    const left = Math.max(Math.ceil((until - performance.now()) / 1000), 0);
    const clock = part("clock");
    if (clock) clock.textContent = `${left} s`;
    for (const at of [10, 5]) {
      if (left === at && !told.has(at)) {
        told.add(at);
        say(`${left} seconds ${what}`);
      }
    }
    if (left > 0) return;
    clearInterval(ticking);
    end();
  };
  ticking = setInterval(tick, 200);
  tick();
}

function hear() {
  const room = part("room");
  if (stage() !== "reading" || !room.dataset.words) return undefined;
  const stream = follow(`${room.dataset.words}?seen=${room.dataset.shown}`, (event) => {
    part("words").append(" " + event.data);
    room.dataset.shown = event.lastEventId;
    step("buzz").elements.shown.value = event.lastEventId;
  });
  stream.addEventListener("end", (event) => {
    count(Number(event.data), "left to buzz", () => send(step("give-up")));
  });
  stream.addEventListener("state", () => refresh().catch(() => {}));
  return stream;
}

function begin() {
  offerTime();
  const room = part("room");
  if (stage() === "reading") {
    step("buzz").querySelector("button").focus({ preventScroll: true });
    words.open();
  } else if (stage() === "answering") {
    const field = part("answer");
    field.focus();
    if (room.dataset.left) {
      count(Number(room.dataset.left), "left to answer", () => {
        send(step(field.value.trim() ? "answer" : "give-up"));
      });
    }
  } else if (stage() === "over") {
    room.focus({ preventScroll: true });
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.step) return;
  event.preventDefault();
  send(event.target);
});
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest("input, textarea, select, button, summary");
  if (event.key === " " && stage() === "reading" && !field) {
    event.preventDefault();
    send(step("buzz"));
  }
  // A letter alone works only where the focus is in the result.
  if (event.key === "n" && stage() === "over" && event.target.closest("#room")) part("next").requestSubmit();
});
document.addEventListener("click", (event) => {
  if (stage() === "reading" && event.target.closest("#words")) send(step("buzz"));
});
const words = whileVisible(hear);
addEventListener("pagehide", hush);
addEventListener("pageshow", (event) => { if (event.persisted && stage()) refresh().catch(() => {}); });
begin();
