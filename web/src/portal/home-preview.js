// Put into home.html by the build, and run before the first paint: greets the member whom this browser remembers
// in the dashboard that was drawn at build time. A member it does not know sees the plain frame until the script has loaded.
{
  /**
   * What is not there ends the preview: the plain frame is better than half of a dashboard.
   * @param {ParentNode} place
   * @param {string} selector
   */
  const partOf = (place, selector) => {
    const part = place.querySelector(selector);
    if (part instanceof HTMLElement) return part;
    throw new Error(`There is no ${selector}`);
  };
  /**
   * @param {string} selector
   * @returns {NodeListOf<HTMLElement>}
   */
  const partsOfPreview = (selector) => preview.querySelectorAll(selector);
  const preview = partOf(document, "[data-prerendered]");
  /** @param {string} key */
  const stored = (key) => JSON.parse(localStorage.getItem(key) ?? "null");
  try {
    const early = fcEarly;
    const { mark, data } = stored("fcMember");
    // Of another session, such as the operator's own one beside a member view.
    if (!early || mark !== early.token.slice(-6) || data.mustChangePassword || data.mustAccept)
      throw new Error();
    if (localStorage.getItem("fcSidebarShrunk") === "1") partOf(preview, ".shell").dataset["shrunk"] = "true";
    partOf(preview, ".avatar").textContent = "";

    // Every part of the dashboard was drawn; what this member's has not is taken out. See home-view.ts.
    const { member, view } = stored("fcHome") ?? {};
    /** @type {{ hasHistory: boolean; openSteps: (string | undefined)[]; nextStep?: string }} */
    const shown = member === data.id ? view : { hasHistory: false, openSteps: [] };
    const steps = [...partsOfPreview("[data-step]")];
    const done = steps.filter(({ dataset }) => !shown.openSteps.includes(dataset["step"]));
    /** @param {string} selector */
    const take = (selector) => partsOfPreview(selector).forEach((part) => part.remove());
    if (member !== data.id) take(".home > * + *");
    if (!shown.hasHistory) take("[data-home=history]");
    take(shown.nextStep ? `[data-next]:not([data-next=${shown.nextStep}])` : "[data-next]");
    for (const step of done) step.remove();
    take(`[data-step=${shown.nextStep}]`);
    if (!preview.querySelector("[data-step]")) take("[data-home=checklist]");
    const list = preview.querySelector("[data-home=checklist]");
    if (list) {
      partOf(list, "details").toggleAttribute("open", !shown.hasHistory);
      const share = `${(done.length / steps.length) * 100}%`;
      partOf(list, ".mantine-Progress-section").style.setProperty("--progress-section-size", share);
    }
    const texts = document.createTreeWalker(preview, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = /** @type {Text} */ (texts.currentNode);
      text.data = text.data
        .replace("__NAME__", () => data.name)
        .replace("__REFID__", () => data.refId)
        .replace("__DONE__", () => String(done.length));
    }
    preview.hidden = false;

    // A tap on the navigation is marked at once, and followed when the app has drawn its own (shell/bottom-bar.tsx).
    const links = [...partsOfPreview(".bottom-bar a")];
    /** @param {MouseEvent} event */
    const choose = ({ clientX, clientY }) => {
      const chosen = links.find((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        return clientX > left && clientX < right && clientY > top && clientY < bottom;
      });
      if (!chosen) return;
      early.chosen = chosen.getAttribute("href") ?? "/";
      for (const link of links) link.dataset["current"] = String(link === chosen);
    };
    if (early.drawn) addEventListener("click", choose, { signal: early.drawn.signal });

    // The figures arrive before the code that draws them, on a slow phone by more than a second. Small ones are left
    // to it, because it shows their fractions; so are all of them where the member hides amounts (own-amounts.tsx).
    const asked = early.answers[`/api/user/getDashboard/${data.id}`];
    if (!asked) throw new Error("The figures were not asked for");
    /** @param {Response} answer */
    const fill = async (answer) => {
      const { data: figures } = await answer.clone().json();
      for (const place of partsOfPreview("[data-figure]")) {
        const value = figures[place.dataset["figure"] ?? ""];
        if (typeof value !== "number" || value < 1 || localStorage.getItem("fcAmountsHidden") === "1")
          continue;
        // As the app will draw it, or the largest paint would come a second time.
        const amount = document.createElement("span");
        amount.className = Number.isInteger(value) ? "amount" : "amount amount-button";
        amount.textContent = String(Math.round(value)).replace(/\B(?=(\d\d)*\d{3}$)/g, ",");
        amount.style.setProperty("--characters", String(amount.textContent.length));
        const unit = document.createElement("span");
        unit.className = "tile-unit";
        unit.textContent = ` ${place.dataset["unit"]}`;
        place.querySelector(".mantine-Skeleton-root")?.replaceWith(amount, unit);
      }
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    };
    const filled = asked.then(fill);
    // What fails here is told by the code that asks again. A tab that nobody sees paints nothing.
    early.figures = Promise.race([
      filled.catch(() => undefined),
      new Promise((late) => setTimeout(late, 1_000)),
    ]);
  } catch {
    preview.remove();
  }
}
