// Put into home.html by the build, and run before the first paint: greets the member whom this browser remembers
// in the dashboard that was drawn at build time. A member it does not know sees the plain frame until the script has loaded.
{
  const preview = document.querySelector("[data-prerendered]");
  const stored = (key) => JSON.parse(localStorage.getItem(key));
  try {
    const { mark, data } = stored("fcMember");
    // Of another session, such as the operator's own one beside a member view.
    if (mark !== fcEarly.token.slice(-6) || data.mustChangePassword || data.mustAccept) throw new Error();
    if (localStorage.getItem("fcSidebarShrunk") === "1") {
      preview.querySelector(".shell").dataset.shrunk = "true";
    }
    preview.querySelector(".avatar").textContent = "";

    // Every part of the dashboard was drawn; what this member's has not is taken out. See home-view.ts.
    const { member, view } = stored("fcHome") ?? {};
    const shown = member === data.id ? view : { hasNumber: false, openSteps: [], closed: [] };
    const steps = [...preview.querySelectorAll("[data-step]")];
    const done = steps.filter(({ dataset }) => !shown.openSteps.includes(dataset.step));
    const take = (selector) => preview.querySelectorAll(selector).forEach((part) => part.remove());
    if (member !== data.id) take(".welcome ~ *, .home > * + *");
    if (!shown.hasNumber) take("[data-home=number]");
    for (const step of done) step.remove();
    if (shown.openSteps.length === 0) take("[data-home=checklist]");
    const list = preview.querySelector("[data-home=checklist]");
    if (list) {
      const title = list.querySelector("h2");
      if (!shown.isFirstRun) {
        title.textContent = title.dataset.later;
        list.nextElementSibling.after(list);
      }
      const share = `${(done.length / steps.length) * 100}%`;
      list.querySelector(".mantine-Progress-section").style.setProperty("--progress-section-size", share);
    }
    for (const name of shown.closed) {
      const section = preview.querySelector(`[data-section=${name}]`);
      section.querySelector("[role=region]").hidden = true;
      section.querySelector("[aria-expanded]").setAttribute("aria-expanded", "false");
    }
    const texts = document.createTreeWalker(preview, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.data = currentNode.data
        .replace("__NAME__", () => data.name)
        .replace("__REFID__", () => data.refId)
        .replace("__DONE__", () => done.length)
        .replace("__STEPS__", () => done.map(({ dataset }) => dataset.done).join(", "));
    }
    preview.hidden = false;

    // A tap on the navigation is marked at once, and followed when the app has drawn its own (shell/bottom-bar.tsx).
    const links = [...preview.querySelectorAll(".bottom-bar a")];
    const choose = ({ clientX, clientY }) => {
      const chosen = links.find((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        return clientX > left && clientX < right && clientY > top && clientY < bottom;
      });
      if (!chosen) return;
      fcEarly.chosen = chosen.getAttribute("href");
      for (const link of links) link.dataset.current = link === chosen;
    };
    addEventListener("click", choose, { signal: fcEarly.drawn.signal });

    // The figures arrive before the code that draws them, on a slow phone by more than a second. Small ones are left
    // to it, because it shows their fractions; so are all of them where the member hides amounts (own-amounts.tsx).
    const fill = async (answer) => {
      const { data: figures } = await answer.clone().json();
      for (const place of preview.querySelectorAll("[data-figure]")) {
        const value = figures[place.dataset.figure];
        if (typeof value !== "number" || value < 1 || localStorage.getItem("fcAmountsHidden") === "1")
          continue;
        const amount = document.createElement("span");
        amount.className = "amount";
        amount.textContent = Math.round(value).toLocaleString("en-IN");
        amount.style.setProperty("--characters", amount.textContent.length);
        place.querySelector(".mantine-Skeleton-root")?.replaceWith(amount);
      }
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    };
    const filled = fcEarly.answers[`/api/user/getDashboard/${data.id}`].then(fill);
    // What fails here is told by the code that asks again. A tab that nobody sees paints nothing.
    fcEarly.figures = Promise.race([
      filled.catch(() => undefined),
      new Promise((late) => setTimeout(late, 1_000)),
    ]);
  } catch {
    preview.remove();
  }
}
