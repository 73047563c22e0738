import { options, type Options } from "./lib/options.ts";

// npm run bench -- network [--members 1000000] [--durable]
const benchmarks: Record<string, () => Promise<{ run(chosen: Options): Promise<void> }>> = {
  network: () => import("./network.ts"),
};

const [name = "", ...rest] = process.argv.slice(2);
const load = benchmarks[name];
if (!load) throw new Error(`Which benchmark? One of: ${Object.keys(benchmarks).join(", ")}`);
const { run } = await load();
await run(options(rest));
