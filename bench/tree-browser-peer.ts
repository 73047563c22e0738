import type { ChartNode } from "@fc/contract/tree/portal";

declare global {
  /** Draws this many nodes and returns the milliseconds until they are on the screen. */
  function peerDraws(nodes: number, look: "near" | "far"): Promise<number>;
  /** Opens a node with two members below it, so that all nodes move. */
  function peerOpens(): Promise<number>;
}

/**
 * Runs in a blank page and draws as many nodes as the product has in its page at that moment, with the same boxes,
 * texts and links, moved by one transform. Far away it draws boxes alone, in one path, and all of them fit on the
 * screen. It has no framework, no page to load and a simpler layout, which all make it faster.
 */
export function peerPage(json: string): void {
  const team = JSON.parse(json) as ChartNode;
  interface Drawn {
    node: ChartNode;
    x: number;
    y: number;
    below: Drawn[];
  }
  let all: Drawn[] = [];
  const view = { x: 0, y: 0, k: 1 };

  /** The first nodes of the team, level by level. */
  const layOut = (count: number) => {
    const kept = [team];
    for (const node of kept)
      for (const child of node.children ?? []) if (kept.length < count) kept.push(child);
    if (kept.length < count) throw new Error(`The team has only ${kept.length} of ${count} nodes`);
    const isKept = new Set(kept);
    const levels: number[] = [];
    let leaves = 0;
    all = [];
    const place = (node: ChartNode, depth: number): Drawn => {
      levels.push(depth);
      const children = (node.children ?? []).filter((child) => isKept.has(child));
      const below = children.map((child) => place(child, depth + 1));
      const x = below.length > 0 ? (below[0]!.x + below.at(-1)!.x) / 2 : 140 * ++leaves;
      const drawn = { node, x, y: depth * 140, below };
      all.push(drawn);
      return drawn;
    };
    const root = place(team, 0);
    return { root, width: 140 * (leaves + 1), height: 140 * (Math.max(...levels) + 1) };
  };

  const markup = ({ node, x, y }: Drawn) =>
    node.attributes
      ? `<g class="n" transform="translate(${x} ${y})"><rect x="-64" y="-48" width="128" height="96" rx="14" fill="${node.attributes.isActive ? "#452580" : "#b3dff5"}" stroke="#1c81b5"/><text y="-17" font-weight="600">${node.name}</text><text y="1">${node.attributes.refId}</text><text y="17">${node.attributes.side}</text><circle cx="58" cy="-42" r="8" fill="#fff"/><rect x="-12" y="37" width="24" height="22" rx="11" fill="#fff" stroke="#8d869e"/><text y="52">−</text></g>`
      : `<g class="n" transform="translate(${x} ${y})"><rect x="-28" y="-22" width="56" height="44" rx="12" fill="#fff" stroke="#8d869e" stroke-dasharray="4 3"/><text y="5">X</text></g>`;
  const step = ({ x, y, below }: Drawn, dx = 0) =>
    below.map((child) => `M${x + dx} ${y + 48}V${y + 72}H${child.x + dx}V${child.y - 48}`).join("");
  const link = (d: string) => `<path class="l" fill="none" stroke="#a49db3" stroke-width="1.5" d="${d}"/>`;

  const withLinks = () => all.filter(({ below }) => below.length > 0);
  const near = () =>
    withLinks()
      .map((drawn) => link(step(drawn)))
      .join("") + all.map(markup).join("");
  const far = () => {
    const boxes = all.map(({ x, y }) => `M${x - 64} ${y - 48}h128v96h-128z`).join("");
    const steps = withLinks().map((drawn) => step(drawn));
    return `${link(steps.join(""))}<path fill="#b3dff5" stroke="#1c81b5" d="${boxes}"/>`;
  };

  const move = () =>
    document
      .querySelector("#scene")!
      .setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
  const painted = (start: number) =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });

  globalThis.peerDraws = (nodes, look) => {
    const start = performance.now();
    const { root, width, height } = layOut(nodes);
    view.k = look === "near" ? 1 : Math.min(1, innerWidth / width, innerHeight / height);
    view.x = innerWidth / 2 - root.x * view.k;
    view.y = 100 * view.k;
    document.body.innerHTML = `<style>body{margin:0}text{text-anchor:middle;font:12.5px system-ui}</style><svg style="position:fixed;inset:0;width:100vw;height:100vh"><g id="scene">${look === "near" ? near() : far()}</g></svg>`;
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
    const links = withLinks();
    document.querySelectorAll(".l").forEach((element, at) => {
      const drawn = links[at];
      if (drawn) element.setAttribute("d", step(drawn, shift));
    });
    return painted(start);
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
}
