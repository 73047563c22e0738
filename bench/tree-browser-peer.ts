import type { ChartNode } from "@fc/contract/tree/portal";

declare global {
  /** Draws everything and returns the milliseconds until it is on the screen. */
  function peerDraws(): Promise<number>;
  /** Opens a node with two members below it, so that all nodes move. */
  function peerOpens(): Promise<number>;
  /** Zooms out until everything is on the screen. */
  function peerFits(): void;
}

/**
 * Runs in a blank page and draws the same boxes, texts and links for every loaded node, moved by one transform. It
 * has
 * no framework and a simpler layout, which both make it faster.
 */
export function peerPage(json: string): number {
  const team = JSON.parse(json) as ChartNode;
  interface Drawn {
    node: ChartNode;
    x: number;
    y: number;
    below: Drawn[];
  }
  const all: Drawn[] = [];
  let nextX = 0;
  const place = (node: ChartNode, depth: number): Drawn => {
    const below = (node.children ?? []).map((child) => place(child, depth + 1));
    const x = below.length > 0 ? (below[0]!.x + below.at(-1)!.x) / 2 : (nextX += 140);
    const drawn = { node, x, y: depth * 140, below };
    all.push(drawn);
    return drawn;
  };
  const root = place(team, 0);

  const markup = ({ node, x, y }: Drawn) =>
    node.attributes
      ? `<g class="n" transform="translate(${x} ${y})"><rect x="-64" y="-48" width="128" height="96" rx="14" fill="${node.attributes.isActive ? "#452580" : "#b3dff5"}" stroke="#1c81b5"/><text y="-17" font-weight="600">${node.name}</text><text y="1">${node.attributes.refId}</text><text y="17">${node.attributes.side}</text><circle cx="58" cy="-42" r="8" fill="#fff"/><rect x="-12" y="37" width="24" height="22" rx="11" fill="#fff" stroke="#8d869e"/><text y="52">−</text></g>`
      : `<g class="n" transform="translate(${x} ${y})"><rect x="-28" y="-22" width="56" height="44" rx="12" fill="#fff" stroke="#8d869e" stroke-dasharray="4 3"/><text y="5">X</text></g>`;
  const step = ({ x, y, below }: Drawn, dx = 0) =>
    below.map((child) => `M${x + dx} ${y + 48}V${y + 72}H${child.x + dx}V${child.y - 48}`).join("");

  const view = { x: 720 - root.x, y: 100, k: 1 };
  const scene = () => document.querySelector("#scene")!;
  const move = () => scene().setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
  const painted = (start: number) =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });

  globalThis.peerDraws = () => {
    const start = performance.now();
    const links = all.filter(({ below }) => below.length > 0);
    document.body.innerHTML = `<style>body{margin:0}text{text-anchor:middle;font:12.5px system-ui}</style><svg style="position:fixed;inset:0;width:100vw;height:100vh"><g id="scene">${links.map((d) => `<path class="l" fill="none" stroke="#a49db3" stroke-width="1.5" d="${step(d)}"/>`).join("")}${all.map(markup).join("")}</g></svg>`;
    move();
    return painted(start);
  };

  let shift = 0;
  globalThis.peerOpens = () => {
    const start = performance.now();
    shift += 140;
    document.querySelectorAll(".n").forEach((element, at) => {
      const drawn = all[at];
      if (drawn) element.setAttribute("transform", `translate(${drawn.x + shift} ${drawn.y})`);
    });
    const links = all.filter(({ below }) => below.length > 0);
    document.querySelectorAll(".l").forEach((element, at) => {
      const drawn = links[at];
      if (drawn) element.setAttribute("d", step(drawn, shift));
    });
    return painted(start);
  };

  globalThis.peerFits = () => {
    view.k = 0.1;
    view.x = 720 - (root.x + shift) * view.k;
    move();
  };

  let from: { x: number; y: number } | undefined;
  addEventListener(
    "pointerdown",
    (event) => (from = { x: event.clientX - view.x, y: event.clientY - view.y }),
  );
  addEventListener("pointerup", () => (from = undefined));
  addEventListener("pointermove", (event) => {
    if (!from) return;
    view.x = event.clientX - from.x;
    view.y = event.clientY - from.y;
    move();
  });
  return all.length;
}
