// npm run drill -- failover [--times 10] | nginx | payouts [--count 1000] |
// restore [--gigabytes 0.1] | rolling [--times 5] | takeover [--broken]
import "./check-node.mjs";

const drills: Record<string, (args: string[]) => Promise<void>> = {
  failover: async (args) => (await import("./drill-failover.ts")).drillFailovers(args),
  nginx: async () => (await import("./drill-nginx.ts")).drillNginx(),
  payouts: async (args) => (await import("./drill-payouts.ts")).drillPayouts(args),
  restore: async (args) => (await import("./drill-restore.ts")).drillRestores(args),
  takeover: async (args) => (await import("./drill-takeover.ts")).drillTakeover(args),
  rolling: async (args) => (await import("./drill-rolling.ts")).drillRollings(args),
};

const [name = "", ...args] = process.argv.slice(2);
const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (drill === undefined) {
  console.error(`Usage: npm run drill -- ${Object.keys(drills).join(" | ")}`);
  process.exit(1);
}
await drill(args);
