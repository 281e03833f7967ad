// Keys of the scoring page: 0, 1 and 2 give points and send, N and U set a mark, G gives the answer back.
// Without this script the page has the same buttons and boxes, in the order of the tab key.
const form = document.querySelector("form[data-score]");
const hint = document.getElementById("keys");
const STORED = "luna-score-keys";

function press(key) {
  if (key === "n" || key === "u") {
    const box = form.querySelector(`input[data-key="${key}"]`);
    if (box) box.checked = !box.checked;
    return Boolean(box);
  }
  const button = form.querySelector(`button[data-key="${key}"]`);
  button?.click();
  return Boolean(button);
}

if (form && hint) {
  const box = hint.querySelector("input");
  box.checked = localStorage.getItem(STORED) !== "off";
  box.addEventListener("change", () => localStorage.setItem(STORED, box.checked ? "on" : "off"));
  hint.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (!box.checked || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(event.key.toLowerCase())) event.preventDefault();
  });
}
