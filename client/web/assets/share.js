// Passes on the link of a button with "data-share": as the device does it, or copied. Where the browser lets it do
// neither, the link is shown and selected. What was done is said beside the button.

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  const told = button?.parentElement.querySelector("[role=status]");
  if (told) told.textContent = await share(button.dataset.share, button);
});

async function share(link, button) {
  if (navigator.share) {
    try {
      await navigator.share({ title: "fives", url: link });
      return "";
    } catch (error) {
      if (error.name === "AbortError") return ""; // the player has changed their mind
    }
  }
  try {
    await navigator.clipboard.writeText(link);
    return say("script.link_copied");
  } catch { /* the page came over plain http, or the player has said no */ }
  const field = button.parentElement.querySelector("input") ?? document.createElement("input");
  Object.assign(field, { value: link, readOnly: true });
  field.setAttribute("aria-label", say("script.link"));
  button.after(field);
  field.select();
  if (!document.execCommand("copy")) return say("script.link_selected");
  field.remove();
  button.focus();
  return say("script.link_copied");
}
