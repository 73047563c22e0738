import { options, type Options } from "./lib/options.ts";

// npm run bench -- network [--members 1000000] [--durable]
const benchmarks: Record<string, () => Promise<{ run(chosen: Options): Promise<void> }>> = {
  network: () => import("./network.ts"),
  ledger: () => import("./ledger.ts"),
  closing: () => import("./closing.ts"),
  tree: () => import("./tree-browser.ts"),
  dashboard: () => import("./dashboard.ts"),
  traffic: () => import("./traffic.ts"),
  replicas: () => import("./replicas.ts"),
  console: () => import("./console.ts"),
  web: () => import("./web.ts"),
  mail: () => import("./mail.ts"),
  backup: () => import("./backup.ts"),
  proof: () => import("./proof.ts"),
  history: () => import("./history.ts"),
};

const [first, ...rest] = process.argv.slice(2);
// Without a name, all benchmarks run one after the other.
const isNamed = first !== undefined && !first.startsWith("--");
const names = isNamed ? [first] : Object.keys(benchmarks);
for (const name of names) {
  const load = benchmarks[name];
  if (!load) throw new Error(`Unknown benchmark. Choose one of: ${Object.keys(benchmarks).join(", ")}`);
  const { run } = await load();
  await run(options(isNamed ? rest : process.argv.slice(2)));
}
