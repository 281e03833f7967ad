// A seat in a contest: each key goes out as it is pressed, and the other's keys come in, on a
// WebSocket, or as a stream of events with a POST for the keys where that fails. Numbers
// say how far each side has come, so that nothing is lost or doubled after a cut or a reload.
import { follow } from "./stream.js";

const seat = document.getElementById("seat");
const part = (id) => document.getElementById(id);
const at = seat.dataset.at;
const csrf = seat.querySelector("[name=csrf]").value;
const AWAY = "The server cannot be reached. What you type is kept here and sent as soon as it answers.";
const GONE = "This seat is no longer yours. The organiser may have given it to somebody else. Ask for a new link.";
const panes = {};
const notices = new Map();
let stream;
let socket;
let screen;
let ends;
let isLost = false;

// The name of this page. It outlives a reload, but a tab that is duplicated does not get it: only
// a page that is left writes it down for the next one.
const tab = sessionStorage.seat
  ?? Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
sessionStorage.removeItem("seat");

// Each matter has a sentence of its own, which stays until that matter is settled.
function says(matter, words) {
  if (words) notices.set(matter, words);
  else notices.delete(matter);
  const all = [...notices.values()].join(" ");
  if (part("says").textContent !== all) part("says").textContent = all;
  part("says").hidden = !all;
}

// The sentence on a page that tells of an error.
function sentence(html, status) {
  if (status === 404) return GONE;
  const words = new DOMParser().parseFromString(html, "text/html").querySelector("[role=alert]")?.textContent;
  return words ?? `The server answered with error ${status}. Please reload this page.`;
}

// Sends fields. The answer says what is wrong, if anything, and if another try may help.
async function post(action, fields) {
  try {
    const answer = await fetch(`${at}/${action}`, { method: "POST", body: new URLSearchParams(fields) });
    const text = await answer.text();
    if (answer.headers.get("content-type")?.startsWith("application/json")) return JSON.parse(text);
    const again = answer.status >= 500 || answer.status === 429 || answer.status === 408;
    return { refusal: sentence(text, answer.status), again };
  } catch {
    return { refusal: AWAY, again: true, isAway: true };
  }
}

// The WebSocket of the seat: news comes on it, and keys go out.
class Socket {
  constructor() {
    this.unanswered = new Map();
    this.web = new WebSocket(`${location.origin.replace(/^http/, "ws")}${at}/socket?tab=${tab}`);
    this.web.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.web.onclose = () => this.end();
    this.expect(10_000);
  }

  // The server says something every 15 seconds, or is gone.
  expect(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), ms);
  }

  hear(news) {
    this.works = true;
    this.expect(40_000);
    if (news.kind === "receipt") {
      this.unanswered.get(news.side)?.(news);
      this.unanswered.delete(news.side);
    } else if (news.kind !== "alive") hear(news, "socket");
  }

  send(keys) {
    return new Promise((answer) => {
      this.unanswered.set(keys.side, answer);
      this.web.send(JSON.stringify(keys));
    });
  }

  end() {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.web.onmessage = null;
    this.web.close();
    for (const answer of this.unanswered.values()) answer({ refusal: AWAY, again: true });
    if (socket === this) socket = undefined;
    if (isLost) return;
    if (this.works) says("stream", AWAY);
    cut(this);
  }
}

// Lines as a typewriter would have them, and the open line of each; 1 is one's own.
function lines(keys) {
  const done = [];
  const open = ["", ""];
  for (const [own, key] of keys) {
    if (key === "\n") {
      done.push([own, open[own]]);
      open[own] = "";
    } else if (key === "\b") open[own] = Array.from(open[own]).slice(0, -1).join("");
    else open[own] += key;
  }
  for (const own of [0, 1]) if (open[own]) done.push([own, open[own]]);
  return done;
}

// Changes only what differs, so that a screen reader hears a line once.
function draw(into, keys, other) {
  const wasAtEnd = into.scrollTop + into.clientHeight >= into.scrollHeight - 8;
  const all = lines(keys);
  all.forEach(([own, text], nth) => {
    const line = into.children[nth] ?? into.appendChild(made("p", {}, made("b"), made("bdi")));
    const [by, words] = line.children;
    const name = own ? "You: " : `${other}: `;
    if (by.textContent !== name) by.textContent = name;
    if (words.textContent !== text) words.textContent = text;
  });
  while (into.children.length > all.length) into.lastChild.remove();
  if (wasAtEnd) into.scrollTop = into.scrollHeight;
}

class Pane {
  constructor(node) {
    this.side = node.dataset.side;
    this.other = node.dataset.other;
    this.label = node.querySelector("label");
    this.talk = node.querySelector(".talk");
    this.input = node.querySelector("textarea");
    // One's own keys that have arrived, and those of the other, each with the number of one's own
    // before it: both pages, and a page that is loaded again, have the same order.
    this.own = [];
    this.theirs = [];
    this.pending = [];
    this.next = 0;
    this.input.value = " ";
    this.input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const key = { Enter: "\n", Backspace: "\b" }[event.key];
      if (key) { event.preventDefault(); this.press(key); }
    });
    this.input.addEventListener("beforeinput", (event) => {
      if (event.inputType === "insertCompositionText") return;
      event.preventDefault();
      if (event.inputType === "deleteContentBackward") this.press("\b");
      else if (event.inputType === "insertLineBreak") this.press("\n");
      else this.press((event.data ?? event.dataTransfer?.getData("text/plain") ?? "").replaceAll("\r", ""));
    });
    this.input.addEventListener("compositionend", (event) => { this.input.value = " "; this.press(event.data); });
  }

  get place() { return `${at} ${this.side} ${this.round} ${this.attempt}`; }

  get canType() { return this.isOpen && !isLost; }

  draw() {
    const all = [];
    let nth = 0;
    [...this.own, ...this.pending].forEach((key, before) => {
      for (; nth < this.theirs.length && this.theirs[nth][0] <= before; nth += 1) all.push([0, this.theirs[nth][1]]);
      all.push([1, key]);
    });
    all.push(...this.theirs.slice(nth).map(([, key]) => [0, key]));
    draw(this.talk, all, this.other);
  }

  // What has not arrived outlives a reload.
  keep() { sessionStorage.setItem(this.place, JSON.stringify({ first: this.next, keys: this.pending })); }

  show(talk) {
    const isNew = talk?.round !== this.round || talk?.attempt !== this.attempt;
    const wasOpen = this.isOpen;
    [this.round, this.attempt] = [talk?.round, talk?.attempt];
    this.isOpen = talk?.is_open ?? false;
    if (isNew) {
      const kept = talk && JSON.parse(sessionStorage.getItem(this.place) ?? "null");
      this.next = kept?.first ?? talk?.next ?? 0;
      this.pending = kept?.keys ?? [];
      says(this.side);
      this.talk.replaceChildren();
    }
    this.own = [];
    this.theirs = [];
    for (const [own, key] of talk?.keys ?? []) {
      if (own) this.own.push(key);
      else this.theirs.push([this.own.length, key]);
    }
    this.arrived(talk?.next ?? 0);
    // Keys that a pause has overtaken go out after it.
    if (!this.isOpen && !screen.is_paused) this.drop();
    this.enable();
    if (!wasOpen && this.canType && document.activeElement === document.body) this.input.focus();
    this.draw();
    this.send();
  }

  hear({ text, after }) {
    this.theirs.push(...Array.from(text, (key, nth) => [after[nth], key]));
    this.enable();
    this.draw();
  }

  enable() {
    this.input.disabled = !this.canType;
    const isEarly = this.side === "talk" && !this.theirs.length;
    const words = isEarly ? "The judge speaks first" : "Type here";
    this.label.textContent = this.canType ? words : "You cannot type here now";
  }

  arrived(next) {
    this.pending = this.pending.slice(Math.max(0, next - this.next));
    this.next = next;
    if (this.round !== undefined) this.keep();
  }

  drop() {
    this.pending = [];
    if (this.round !== undefined) this.keep();
  }

  press(text) {
    if (!this.canType || !text) return;
    this.pending.push(...Array.from(text));
    this.keep();
    this.draw();
    this.timer ??= setTimeout(() => { this.timer = undefined; this.send(); }, 5);
  }

  async send() {
    if (this.isSending || !this.pending.length || !this.canType) return;
    this.isSending = true;
    const [place, first, batch] = [this.place, this.next, this.pending.slice(0, 100)];
    const keys = { side: this.side, round: this.round, attempt: this.attempt, first, text: batch.join("") };
    const receipt = await (socket?.works ? socket.send(keys) : post("keys", { csrf, tab, ...keys }));
    this.isSending = false;
    // Meanwhile another conversation may have begun, or the seat may be lost.
    if (place !== this.place || isLost) return this.send();
    says(this.side, receipt.refusal);
    if (this.next <= (receipt.next ?? -1)) {
      const taken = this.pending.slice(0, receipt.next - this.next);
      this.own.push(...taken);
      this.arrived(receipt.next);
      // What the other typed in the same moment may have come here before this answer.
      if (taken.length) this.theirs.slice(receipt.heard).forEach((key) => { key[0] = Math.max(key[0], receipt.next); });
      this.draw();
    }
    if (receipt.again) return setTimeout(() => this.send(), 1000);
    if (receipt.refusal) {
      this.drop();
      this.draw();
    }
    this.send();
  }
}

async function decide(form) {
  const button = form.querySelector("button");
  button.disabled = true;
  const { refusal, isAway } = await post(form.dataset.action, new FormData(form));
  button.disabled = false;
  says("decision", isAway ? "The server cannot be reached, so this was not sent. Please press the button again." : refusal);
}

function made(tag, more = {}, ...children) {
  const node = Object.assign(document.createElement(tag), more);
  node.append(...children);
  return node;
}

function form(action, label, ...fields) {
  const hidden = (name, value) => made("input", { type: "hidden", name, value });
  const all = made("form", { action: `${at}/${action}`, method: "post" }, hidden("csrf", csrf), hidden("tab", tab), ...fields,
    made("button", { className: "button now", textContent: label }));
  all.dataset.action = action;
  all.addEventListener("submit", (event) => { event.preventDefault(); decide(all); });
  return all;
}

function verdict(round) {
  const choice = (side) => made("label", { className: "tick" }, made("input", { type: "radio", name: "human", value: side, required: true }), side.toUpperCase());
  return form("verdict", "This is my verdict", made("input", { type: "hidden", name: "round", value: round }),
    made("fieldset", { className: "plain" }, made("legend", {}, made("h2", { className: "first", textContent: "Who is the human?" })),
      choice("left"), choice("right")));
}

function ranks({ lowest, highest, parties }) {
  const fields = parties.map(({ round, keys }) => {
    const label = `Round ${round}`;
    const talk = made("div", { className: "talk", tabIndex: 0, role: "group", ariaLabel: `Conversation: ${label}` });
    draw(talk, keys, "Partner");
    const select = made("select", { name: `rank${round}`, required: true, id: `rank${round}` }, made("option", { value: "", textContent: "–" }));
    for (let rank = lowest; rank <= highest; rank += 1) select.append(made("option", { value: rank, textContent: rank }));
    return made("div", { className: "field" }, made("label", { htmlFor: select.id, textContent: label }), talk, select);
  });
  return form("ranks", "These are my ranks", made("h2", { textContent: "How human was each?" }),
    made("p", { textContent: `You took these for machines. ${highest} is the most human; give each number once.` }), ...fields);
}

// A form stays as long as what it asks stays the same, also through a pause: it may be half filled in.
let asked;
function decision() {
  const box = part("decision");
  if (!box || (screen.is_paused && asked === `verdict ${screen.round}`)) return;
  let [asks, make] = ["", () => []];
  const words = (textContent) => [textContent, () => [made("p", { textContent })]];
  if (screen.ranking?.is_given) [asks, make] = words("Thank you. You have given your ranks.");
  else if (screen.ranking) {
    const { lowest, highest, parties } = screen.ranking;
    [asks, make] = [JSON.stringify([lowest, highest, parties.map(({ round }) => round)]), () => [ranks(screen.ranking)]];
  } else if (screen.may_judge) [asks, make] = [`verdict ${screen.round}`, () => [verdict(screen.round)]];
  else if (screen.verdict) [asks, make] = words(`Your verdict: ${screen.verdict.toUpperCase()} is the human.`);
  if (asks === asked) return;
  asked = asks;
  box.replaceChildren(...make());
  says("decision");
}

function tick() {
  if (!screen) return;
  const left = ends === undefined ? undefined : Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const time = left === undefined ? "" : ` · ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const words = screen.clock + (screen.is_excused ? " · you have a break" : "") + time;
  if (part("clock").textContent !== words) part("clock").textContent = words;
}

function show(news) {
  screen = news;
  ends = news.left_ms === null ? undefined : performance.now() + news.left_ms;
  says("contest", news.hint);
  for (const pane of Object.values(panes)) pane.show(news.talks.find((talk) => talk.side === pane.side));
  // Nobody types when the rounds are over.
  seat.querySelector(".panes").hidden = news.are_rounds_over;
  decision();
  tick();
}

// The page gives up: nothing can be typed or decided until it is loaded again.
function lose(why) {
  isLost = true;
  stream?.close();
  socket?.end();
  notices.clear();
  says("seat", why);
  for (const pane of Object.values(panes)) pane.enable();
  part("decision")?.replaceChildren();
  const again = made("button", { type: "button", className: "button", textContent: "Try again" });
  again.addEventListener("click", () => location.reload());
  part("says").after(made("p", {}, again));
}

// The connection has ended: asks the page of the seat why, and tries on if that is there. If only
// the WebSocket fails, something between here and the server does not let it through.
let refusals = 0;
async function cut(ended) {
  let answer;
  try {
    answer = await fetch(at);
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return lose(sentence(await answer.text(), answer.status));
  } catch {
    says("stream", AWAY);
  }
  const isRefused = ended && !ended.works && answer?.ok;
  refusals = isRefused ? refusals + 1 : 0;
  setTimeout(listen, refusals ? 0 : 1000);
}

function hear(news, connection) {
  if (news.kind === "lost") return lose(news.why);
  seat.dataset.connection = connection;
  says("stream");
  if (news.kind === "screen") return show(news);
  const pane = panes[news.side];
  if (news.round === pane.round && news.attempt === pane.attempt) pane.hear(news);
}

let isSocketRefused = false;
function listen() {
  isSocketRefused ||= refusals > 1;
  try {
    if (!isSocketRefused) return socket = new Socket();
  } catch {
    isSocketRefused = true;
  }
  // In a hidden tab too: who looks elsewhere for a moment keeps the seat.
  stream = follow(`${at}/events?tab=${tab}`, ({ data }) => hear(JSON.parse(data), "events"));
  stream.onerror = () => {
    if (isLost) return;
    says("stream", AWAY);
    if (stream.readyState === EventSource.CLOSED) cut();
  };
}

for (const node of seat.querySelectorAll(".pane")) panes[node.dataset.side] = new Pane(node);
// Turning a phone, or its keyboard, would cut off the line that is being typed.
addEventListener("resize", () => {
  for (const { talk, isOpen } of Object.values(panes)) if (isOpen) talk.scrollTop = talk.scrollHeight;
});
addEventListener("pagehide", () => { sessionStorage.seat = tab; });
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
listen();
setInterval(tick, 250);
