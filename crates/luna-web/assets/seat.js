// A seat in a contest: each key goes out as it is pressed, and the other's keys come in. Numbers
// say how far each side has come, so that nothing is lost or doubled after a cut or a reload.
const seat = document.getElementById("seat");
const part = (id) => document.getElementById(id);
const at = seat.dataset.at;
const csrf = seat.querySelector("[name=csrf]").value;
const tab = sessionStorage.seat ??= Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
const panes = {};
let screen;
let ends;

function says(words) {
  part("says").textContent = words ?? "";
  part("says").hidden = !words;
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

function draw(into, keys) {
  into.replaceChildren(...lines(keys).map(([own, text]) => {
    const line = document.createElement("p");
    const by = document.createElement("b");
    const words = document.createElement("bdi");
    by.textContent = own ? "You: " : "Partner: ";
    words.textContent = text;
    line.append(by, words);
    return line;
  }));
  into.scrollTop = into.scrollHeight;
}

class Pane {
  constructor(node) {
    this.side = node.dataset.side;
    this.talk = node.querySelector(".talk");
    this.input = node.querySelector("textarea");
    this.keys = [];
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

  draw() { draw(this.talk, [...this.keys, ...this.pending.map((key) => [1, key])]); }

  // What has not arrived outlives a reload.
  keep() { sessionStorage.setItem(this.place, JSON.stringify({ first: this.next, keys: this.pending })); }

  show(talk) {
    const isNew = talk?.round !== this.round || talk?.attempt !== this.attempt;
    [this.round, this.attempt] = [talk?.round, talk?.attempt];
    this.isOpen = talk?.is_open ?? false;
    if (isNew) {
      const kept = talk && JSON.parse(sessionStorage.getItem(this.place) ?? "null");
      this.next = kept?.first ?? talk?.next ?? 0;
      this.pending = kept?.keys ?? [];
    }
    this.keys = talk?.keys ?? [];
    this.arrived(talk?.next ?? 0);
    if (!this.isOpen) this.pending = [];
    this.input.disabled = !this.isOpen;
    this.draw();
    this.send();
  }

  arrived(next) {
    this.pending = this.pending.slice(Math.max(0, next - this.next));
    this.next = next;
    if (this.round !== undefined) this.keep();
  }

  press(text) {
    if (!this.isOpen || !text) return;
    this.pending.push(...Array.from(text));
    this.keep();
    this.draw();
    this.timer ??= setTimeout(() => { this.timer = undefined; this.send(); }, 25);
  }

  async send() {
    if (this.isSending || !this.pending.length || !this.isOpen) return;
    this.isSending = true;
    const [place, first, batch] = [this.place, this.next, this.pending.slice(0, 100)];
    const fields = { csrf, tab, side: this.side, round: this.round, attempt: this.attempt, first, text: batch.join("") };
    let wait = 0;
    try {
      const answer = await fetch(`${at}/keys`, { method: "POST", body: new URLSearchParams(fields) });
      const receipt = await answer.json();
      says(receipt.refusal);
      if (place === this.place && this.next <= (receipt.next ?? -1)) {
        const taken = this.pending.slice(0, receipt.next - this.next);
        this.keys.push(...taken.map((key) => [1, key]));
        this.arrived(receipt.next);
      }
      if (receipt.again) wait = 1000;
      else if (receipt.refusal) { this.pending = []; this.keep(); this.draw(); }
    } catch {
      wait = 1000;
    }
    this.isSending = false;
    if (wait) setTimeout(() => this.send(), wait);
    else this.send();
  }
}

async function decide(form) {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  try { says((await answer.json()).refusal); } catch { says("That did not work. Please load the page again."); }
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
  all.addEventListener("submit", (event) => { event.preventDefault(); decide(all); });
  return all;
}

function verdict(round) {
  const choice = (side) => made("label", { className: "tick" }, made("input", { type: "radio", name: "human", value: side, required: true }), side.toUpperCase());
  return form("verdict", "This is my verdict", made("h2", { textContent: "Who is the human?" }),
    made("input", { type: "hidden", name: "round", value: round }), choice("left"), choice("right"));
}

function ranks({ lowest, highest, parties }) {
  const fields = parties.map(({ round, keys }) => {
    const talk = made("div", { className: "talk" });
    draw(talk, keys);
    const select = made("select", { name: `rank${round}`, required: true, id: `rank${round}` }, made("option", { value: "", textContent: "–" }));
    for (let rank = lowest; rank <= highest; rank += 1) select.append(made("option", { value: rank, textContent: rank }));
    return made("div", { className: "field" }, made("label", { htmlFor: select.id, textContent: `Round ${round}` }), talk, select);
  });
  return form("ranks", "These are my ranks", made("h2", { textContent: "How human was each?" }),
    made("p", { textContent: `You took these for machines. ${highest} is the most human; give each number once.` }), ...fields);
}

function decision() {
  if (!part("decision")) return;
  let shown = [];
  if (screen.ranking?.is_given) shown = [made("p", { textContent: "Thank you, you have given your ranks." })];
  else if (screen.ranking) shown = [ranks(screen.ranking)];
  else if (screen.may_judge) shown = [verdict(screen.round)];
  else if (screen.verdict) shown = [made("p", { textContent: `Your verdict: ${screen.verdict.toUpperCase()} is the human.` })];
  part("decision").replaceChildren(...shown);
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
  says(news.is_over ? "The contest is over. Thank you! The results are on the page of the contest." : undefined);
  for (const pane of Object.values(panes)) pane.show(news.talks.find((talk) => talk.side === pane.side));
  decision();
  tick();
}

for (const node of seat.querySelectorAll(".pane")) panes[node.dataset.side] = new Pane(node);
const stream = new EventSource(`${at}/events?tab=${tab}`);
stream.onmessage = ({ data }) => {
  const news = JSON.parse(data);
  if (news.kind === "screen") return show(news);
  if (news.kind === "lost") return says(news.why);
  const pane = panes[news.side];
  if (news.round !== pane.round || news.attempt !== pane.attempt) return;
  pane.keys.push(...Array.from(news.text).map((key) => [0, key]));
  pane.draw();
};
setInterval(tick, 250);
