// Says so where the program itself did not come: without it a page stays blank, or looks ready and answers nothing. This
// is a part of each page's HTML (vite.config.ts), so its words are not those of the catalogue, but the same.
{
  const words = {
    en: ["We could not reach FC Portal. Please check your connection and try again", "Reload the page"],
    hi: ["FC Portal से संपर्क नहीं हो सका। कृपया अपना कनेक्शन जाँचें और फिर कोशिश करें", "पेज फिर से लोड करें"],
  };
  const say = () => {
    const [problem = "", again = ""] = words[document.documentElement.lang === "hi" ? "hi" : "en"];
    const place = document.createElement("div");
    place.setAttribute("role", "alert");
    place.style.cssText =
      "position:fixed;inset:auto 0 0;z-index:999;padding:1rem;display:grid;gap:.75rem;justify-items:start;" +
      "font:1rem/1.5 var(--fc-font,sans-serif);background:#1b1823;color:#fff";
    const button = document.createElement("button");
    button.textContent = again;
    button.style.cssText =
      "min-height:44px;padding:0 1rem;border:1px solid;border-radius:.5rem;font:inherit;background:none;color:inherit";
    button.addEventListener("click", () => location.reload());
    place.append(problem, button);
    document.body.append(place);
    button.focus({ preventScroll: true });
  };
  // An element's error does not bubble, but it can be captured. It is the module's own or that of one it imports.
  const hear = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module") say();
  };
  addEventListener("error", hear, { capture: true });
}
