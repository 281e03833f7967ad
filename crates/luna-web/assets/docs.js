// The documentation: copy buttons, tabs that remember the language, and a search while one types. Without
// this script code is selected by hand, all languages are shown, and the search is a page.
const news = document.getElementById("news");
const tell = (text) => { if (news) news.textContent = text; };

function button(label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  return made;
}

// Of a transcript only what one types, without the prompt.
function typed(box) {
  const text = box.querySelector("code").textContent;
  if (box.dataset.language !== "console") return text;
  const lines = text.split("\n").filter((line) => line.startsWith("$ "));
  return lines.map((line) => line.slice(2)).join("\n");
}

for (const box of navigator.clipboard ? document.querySelectorAll(".code") : []) {
  const copy = button("Copy");
  copy.className = "copy";
  copy.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(typed(box)).then(() => "Copied", () => "Not copied");
    copy.textContent = done;
    tell(done);
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  });
  box.append(copy);
}

// Storage may be switched off.
const KEPT = "luna-docs-tab";
function kept() {
  try { return localStorage.getItem(KEPT); } catch { return null; }
}
function keep(label) {
  try { localStorage.setItem(KEPT, label); } catch { /* It holds for this page. */ }
}

const groups = [];
document.querySelectorAll(".tabs").forEach((box, group) => {
  const panels = [...box.children];
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  list.className = "row";
  const tabs = panels.map((panel, nth) => {
    const title = panel.querySelector("p");
    const tab = button(title.textContent);
    tab.className = "button quiet";
    tab.setAttribute("role", "tab");
    tab.id = `tab-${group}-${nth}`;
    panel.id = `panel-${group}-${nth}`;
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    title.remove();
    tab.addEventListener("click", () => choose(tab.textContent));
    list.append(tab);
    return tab;
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    choose(next.textContent);
    next.focus();
    event.preventDefault();
  });
  box.prepend(list);
  groups.push({ tabs, panels });
});

function show(label) {
  for (const { tabs, panels } of groups) {
    const found = tabs.findIndex((tab) => tab.textContent === label);
    const open = Math.max(found, 0);
    tabs.forEach((tab, nth) => {
      tab.setAttribute("aria-selected", nth === open);
      tab.tabIndex = nth === open ? 0 : -1;
      panels[nth].hidden = nth !== open;
    });
  }
}
function choose(label) {
  keep(label);
  show(label);
}
show(kept());

// The list under the field is that of the page with the results.
const field = document.getElementById("docs-q");
const below = document.getElementById("docs-found");
let waiting, asked = 0;

async function ask() {
  const mine = ++asked;
  const words = field.value.trim();
  const answer = words && await fetch(`/docs/search?${new URLSearchParams({ q: words })}`).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  if (mine !== asked) return;
  const hits = page?.getElementById("docs-hits");
  below.replaceChildren(...(hits ? [hits] : []));
  if (page) tell(page.querySelector("#docs-count, article p").textContent);
}

// The page with the results shows them already.
if (field && !document.getElementById("docs-hits")) {
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 200);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { clearTimeout(waiting); asked += 1; below.replaceChildren(); }
  });
}
