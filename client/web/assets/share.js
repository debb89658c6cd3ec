// Passes on the link of a button with "data-share", or a text if its "data-kind" says so: as the device does it, or
// copied. Where the browser lets it do neither, it is shown and selected. What was done is said beside the button.

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  const told = button?.parentElement.querySelector("[role=status]");
  if (told) told.textContent = await share(button.dataset.share, button);
});

async function share(link, button) {
  const isText = button.dataset.kind === "text";
  if (navigator.share) {
    try {
      await navigator.share(isText ? { text: link } : { title: "fives", url: link });
      return "";
    } catch (error) {
      if (error.name === "AbortError") return ""; // the player has changed their mind
    }
  }
  try {
    await navigator.clipboard.writeText(link);
    return isText ? say("script.text_copied") : say("script.link_copied");
  } catch { /* the page came over plain http, or the player has said no */ }
  const kind = isText ? "textarea" : "input";
  const field = button.parentElement.querySelector(kind) ?? document.createElement(kind);
  Object.assign(field, { value: link, readOnly: true });
  field.setAttribute("aria-label", isText ? button.textContent.trim() : say("script.link"));
  button.after(field);
  field.select();
  if (!document.execCommand("copy")) return say("script.link_selected");
  field.remove();
  button.focus();
  return isText ? say("script.text_copied") : say("script.link_copied");
}
