// Copies questions with their answers: those that are ticked, or all. What is copied also stands in
// a box below, where it can be selected by hand.
const form = document.querySelector("form[data-questions]");
const button = document.getElementById("copy-button");
const status = document.getElementById("copied");
const box = document.getElementById("copy");

function chosen() {
  const all = [...form.querySelectorAll("li:has(> textarea)")];
  const ticked = all.filter((item) => item.querySelector("[type=checkbox]").checked);
  return (ticked.length ? ticked : all)
    .map((item) => [...item.querySelectorAll("textarea")].map((field) => field.value.trim()))
    .filter(([question]) => question);
}

function refresh() {
  const pairs = chosen();
  box.value = pairs.map((pair) => pair.join("\n") + "\n").join("\n");
  return pairs.length;
}

if (form && button && box) {
  button.hidden = false;
  form.addEventListener("input", refresh);
  button.addEventListener("click", async () => {
    const count = refresh();
    try {
      await navigator.clipboard.writeText(box.value);
      status.textContent = count === 1 ? "1 question copied." : `${count} questions copied.`;
    } catch {
      box.closest("details").open = true;
      box.focus();
      box.select();
      status.textContent = "This browser does not let pages copy. The questions are selected below: copy them by hand.";
    }
  });
}
