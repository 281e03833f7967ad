// The replay of a conversation, key by key, at the speed at which it was typed or faster. It reads
// the file of the keystrokes; without this script the page has the lines alone.
const replay = document.getElementById("replay");
let keys = [];
let length = 0;
// The time of the replay, the moment at which it had it, and the pending step.
let now = 0;
let since;
let step;

function made(tag, more = {}, ...children) {
  const node = Object.assign(document.createElement(tag), more);
  node.append(...children);
  return node;
}

const play = made("button", { type: "button", className: "button", textContent: "Play" });
const speed = made("select", { id: "speed" }, ...[1, 2, 4, 8, 16, 32].map((n) =>
  made("option", { value: n, textContent: n === 1 ? "real speed" : `${n} times as fast` })));
const place = made("input", { type: "range", min: 0, step: 100, value: 0 });
place.setAttribute("aria-label", "Position");
const time = made("span", { className: "soft" });
const talk = made("div", { className: "talk", tabIndex: 0 });
talk.setAttribute("aria-label", "The conversation so far");

const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

// Lines in the order of their ends, and the open line of each.
function lines(until) {
  const done = [];
  const open = { judge: "", party: "" };
  for (const { at, by, key } of keys) {
    if (at > until) break;
    if (key === "\n") {
      done.push([by, open[by]]);
      open[by] = "";
    } else if (key === "\b") open[by] = Array.from(open[by]).slice(0, -1).join("");
    else open[by] += key;
  }
  for (const by of ["judge", "party"]) if (open[by]) done.push([by, open[by]]);
  return done;
}

function draw() {
  talk.replaceChildren(...lines(now).map(([by, text]) => made("p", {},
    made("b", { textContent: by === "judge" ? "Judge: " : "Partner: " }), made("bdi", { textContent: text }))));
  talk.scrollTop = talk.scrollHeight;
  place.value = now;
  time.textContent = `${clock(now)} of ${clock(length)}`;
}

function pause() {
  clearTimeout(step);
  since = undefined;
  play.textContent = "Play";
}

// Moves the replay on by the time that has passed.
function move() {
  const moment = performance.now();
  now = Math.min(length, now + (moment - since) * speed.value);
  since = moment;
  draw();
}

// Moves on, and waits for the next key.
function advance() {
  move();
  if (now >= length) return pause();
  const next = keys.find(({ at }) => at > now)?.at ?? length;
  step = setTimeout(advance, Math.min(200, (next - now) / speed.value));
}

play.addEventListener("click", () => {
  if (since !== undefined) {
    move();
    return pause();
  }
  if (now >= length) now = 0;
  since = performance.now();
  play.textContent = "Pause";
  advance();
});
place.addEventListener("input", () => {
  now = Number(place.value);
  if (since !== undefined) since = performance.now();
  draw();
});
// What has passed, passed at the speed before.
speed.addEventListener("input", () => { if (since !== undefined) since = performance.now(); });

const answer = await fetch(replay.dataset.keys);
if (answer.ok) {
  const all = (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  keys = all.map((key) => ({ ...key, at: key.at - all[0].at }));
  length = keys.at(-1)?.at ?? 0;
  place.max = length;
  replay.append(made("h2", { textContent: "Replay" }), talk, place,
    made("div", { className: "row" }, play, made("label", { htmlFor: "speed", textContent: "Speed" }), speed, time));
  replay.hidden = keys.length === 0;
  draw();
}
