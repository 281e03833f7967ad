// Calls somebody who waits in another tab, if they have allowed it.
const box = () => document.querySelector("[data-call]");

function offer() {
  const canCall = "Notification" in window && Notification.permission === "default";
  if (box()) box().hidden = !canCall;
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-call]")) return;
  await Notification.requestPermission();
  offer();
});
document.addEventListener("luna:fresh", () => {
  offer();
  const isDue = document.title.startsWith("Your move");
  if (!isDue || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const call = new Notification("Luna", { body: document.title.split(" · ")[0], tag: location.pathname });
  call.addEventListener("click", () => window.focus());
});
offer();
