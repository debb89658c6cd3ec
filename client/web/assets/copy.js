// Copies the link beside a button with "data-copy", and says so. Where the browser does not let it, the link is selected.

document.addEventListener("click", async ({ target }) => {
  const box = target.closest("[data-copy]")?.parentElement;
  if (!box) return;
  const isCopied = await copy(box.querySelector("[data-path]"));
  box.querySelector("[role=status]").textContent = isCopied ? "Copied." : "Selected: copy it now.";
});

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link.textContent);
    return true;
  } catch { /* the page came over plain http, or the player has said no */ }
  getSelection().selectAllChildren(link);
  return document.execCommand("copy");
}
