// Sliders beside the marks of single responses, and the guess they suggest.
// Without this script the marks are plain numbers to type.
import { dress } from "./slider.js";

const marks = () => [...document.querySelectorAll("form.guessing .slider input:not([type=range])")];
let typed = false;

function suggest() {
  const given = marks().filter((mark) => mark.value.trim() !== "")
    .map((mark) => Number(mark.value.replace(",", "."))).filter((value) => value >= 0 && value <= 100);
  const out = document.getElementById("suggestion");
  const guess = document.getElementById("guess");
  if (!out || !guess) return;
  if (given.length === 0) { out.textContent = ""; return; }
  const mean = Math.floor(given.reduce((a, b) => a + b, 0) / given.length * 10) / 10;
  out.textContent = `your marks suggest ${mean}`;
  if (!typed) {
    guess.value = mean;
    guess.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "suggested" }));
  }
}

document.addEventListener("input", (event) => {
  if (event.target.id === "guess" && event.detail !== "suggested") typed = event.target.value !== "";
  if (event.target.closest?.("form.guessing .slider")) suggest();
});
function start() {
  for (const mark of marks()) dress(mark, `How smart was response ${mark.name.slice(1)}?`);
  typed = (document.getElementById("guess")?.value ?? "") !== "";
  suggest();
}
document.addEventListener("luna:fresh", start);
start();
