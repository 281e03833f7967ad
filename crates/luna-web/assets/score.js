// Keys of the pages for scoring and rating: each presses the button, sets the mark or chooses the rating
// that names it. Without this script the page has the same controls, in the order of the tab key.
const form = document.querySelector("form[data-score]");
const hint = document.getElementById("keys");
const STORED = "luna-score-keys";

function press(key) {
  const control = form.querySelector(`[data-key="${CSS.escape(key)}"]`);
  control?.focus();
  control?.click();
  return Boolean(control);
}

const isTyping = (target) => target.matches("textarea, input[type=text]");

if (form && hint) {
  const box = hint.querySelector("input");
  box.checked = localStorage.getItem(STORED) !== "off";
  box.addEventListener("change", () => localStorage.setItem(STORED, box.checked ? "on" : "off"));
  hint.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (!box.checked || isTyping(event.target) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(event.key.toLowerCase())) event.preventDefault();
  });
}
