// Sliders beside numbers from 0 to 100, and moons that wax with them. Without this script the numbers are
// typed. A slider shows no thumb until somebody has chosen a value.
const number = (field) => Number(field.value.replace(",", "."));
const isGiven = (field) => field.value.trim() !== "" && number(field) >= 0 && number(field) <= 100;

function outline(lit) {
  const bend = 1 - 2 * lit;
  return `M17 3A14 14 0 0 1 17 31A${(Math.abs(bend) * 14).toFixed(2)} 14 0 0 ${bend <= 0 ? 1 : 0} 17 3Z`;
}

// Redraws the moon that belongs to a field.
export function wax(field) {
  const moon = document.querySelector(`[data-moon="${field.id}"] .lit`);
  moon?.setAttribute("d", outline(isGiven(field) ? number(field) / 100 : 0));
}

// Puts a slider beside a field. Moving either moves the other.
export function dress(field, label) {
  const box = field.parentElement;
  if (box.querySelector("input[type=range]")) return;
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: 0, max: 100, step: 1, value: field.value || 50 });
  slider.setAttribute("aria-label", label);
  const show = () => {
    slider.classList.toggle("untouched", !isGiven(field));
    if (isGiven(field)) slider.value = number(field);
    wax(field);
  };
  slider.addEventListener("input", () => {
    field.value = slider.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // A click in the middle changes nothing of a slider that rests there, and yet it is a choice.
  slider.addEventListener("click", () => {
    if (!isGiven(field)) slider.dispatchEvent(new Event("input"));
  });
  field.addEventListener("input", show);
  box.prepend(slider);
  show();
}

export function dressAll() {
  for (const field of document.querySelectorAll("[data-slider] > input:not([type=range])")) {
    dress(field, document.querySelector(`label[for="${field.id}"]`)?.textContent ?? "Your guess");
  }
}

dressAll();
