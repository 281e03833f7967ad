// The guess that the marks of single responses suggest. Without this script the server suggests it.
import { dressAll } from "./slider.js";

const marks = () => [...document.querySelectorAll("form.guessing .mark input:not([type=range])")];
let typed = false;

function suggest() {
  const given = marks().filter((mark) => mark.value.trim() !== "")
    .map((mark) => Number(mark.value.replace(",", "."))).filter((value) => value >= 0 && value <= 100);
  const out = document.getElementById("suggestion");
  const guess = document.getElementById("guess");
  if (!out || !guess) return;
  if (given.length === 0) { out.textContent = ""; return; }
  const mean = Math.floor(given.reduce((a, b) => a + b, 0) / given.length * 10) / 10;
  out.textContent = `Your marks suggest ${mean}.`;
  if (!typed) {
    guess.value = mean;
    guess.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "suggested" }));
  }
}

document.addEventListener("input", (event) => {
  if (event.target.id === "guess" && event.detail !== "suggested") typed = event.target.value !== "";
  if (event.target.closest?.("form.guessing .mark")) suggest();
});
function start() {
  dressAll();
  typed = (document.getElementById("guess")?.value ?? "") !== "";
  suggest();
}
document.addEventListener("luna:fresh", start);
start();
