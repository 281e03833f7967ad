// Sliders beside the marks of single responses, and the guess they suggest.
// Without this script the marks are plain numbers to type.
function dress(mark) {
  const box = mark.parentElement;
  if (box.querySelector("input[type=range]")) return;
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: 0, max: 100, step: 1, value: mark.value || 50 });
  slider.setAttribute("aria-label", "How smart was response " + mark.name.slice(1) + "?");
  slider.classList.toggle("untouched", mark.value === "");
  slider.addEventListener("input", () => {
    mark.value = slider.value;
    slider.classList.remove("untouched");
    mark.dispatchEvent(new Event("input", { bubbles: true }));
  });
  mark.addEventListener("input", () => {
    const value = Number(mark.value.replace(",", "."));
    slider.classList.toggle("untouched", mark.value === "");
    if (mark.value !== "" && value >= 0 && value <= 100) slider.value = value;
  });
  box.prepend(slider);
}

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
  marks().forEach(dress);
  typed = (document.getElementById("guess")?.value ?? "") !== "";
  suggest();
}
document.addEventListener("luna:fresh", start);
start();
