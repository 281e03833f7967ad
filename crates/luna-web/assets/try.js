// One thing to do at once: what comes of it takes the place of the form. Without this script it comes as a
// page.
import { dressAll } from "./slider.js";

async function swap(request) {
  const sheet = document.getElementById("try");
  sheet.setAttribute("aria-busy", "true");
  const answer = await fetch(...request);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("try");
  // A refusal is a page of its own.
  if (!next) return location.assign(answer.url);
  next.classList.add("rise");
  sheet.replaceWith(next);
  dressAll();
  const field = next.querySelector("[autofocus]");
  if (field) field.focus();
  else if (next.tabIndex === -1) next.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#try")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  if (form.method === "get") {
    const address = `${form.action}?${body}`;
    swap([address]).catch(() => location.assign(address));
  } else swap([form.action, { method: "POST", body }]).catch(() => form.submit());
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("#try [data-another]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  swap([link.href]).catch(() => location.assign(link.href));
});
