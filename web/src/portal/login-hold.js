// Until the page's script is there, a press would be lost, and the form would be sent by the browser itself, the
// password in the address. So a press waits until the page says that it listens (login-page.tsx).
{
  const page = document.querySelector("#root .public");
  /** @type {HTMLElement | undefined} */
  let pressed;
  /** @param {Event} event */
  const hold = (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  page?.addEventListener("click", hold, true);
  addEventListener(
    "fc-login-ready",
    () => {
      page?.removeEventListener("click", hold, true);
      pressed?.click();
    },
    { once: true },
  );
}
