// Put into home.html by the build, and run before the first paint: greets the member whom this browser remembers
// in the dashboard that was drawn at build time. A member it does not know sees the plain frame until the script has loaded.
{
  const preview = document.querySelector("[data-prerendered]");
  try {
    const { mark, data } = JSON.parse(localStorage.getItem("fcMember"));
    if (mark !== localStorage.getItem("freeCoinToken").slice(-6) || data.mustChangePassword)
      throw new Error();
    if (localStorage.getItem("fcSidebarShrunk") === "1") {
      preview.querySelector(".shell").dataset.shrunk = "true";
    }
    preview.querySelector(".avatar").textContent = "";
    const texts = document.createTreeWalker(preview, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.data = currentNode.data
        .replace("__NAME__", () => data.name)
        .replace("__REFID__", () => data.refId);
    }
    preview.hidden = false;
  } catch {
    preview.remove();
  }
}
