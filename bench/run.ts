import { options, type Options } from "./lib/options.ts";
import { finish, say } from "./lib/report.ts";

const benchmarks: Record<string, () => Promise<{ run(chosen: Options): Promise<void> }>> = {
  network: () => import("./network.ts"),
  ledger: () => import("./ledger.ts"),
  closing: () => import("./closing.ts"),
  tree: () => import("./tree-browser.ts"),
  dashboard: () => import("./dashboard.ts"),
  traffic: () => import("./traffic.ts"),
  idle: () => import("./idle.ts"),
  replicas: () => import("./replicas.ts"),
  console: () => import("./console.ts"),
  web: () => import("./web.ts"),
  lighthouse: () => import("./lighthouse.ts"),
  mail: () => import("./mail.ts"),
  backup: () => import("./backup.ts"),
  proof: () => import("./proof.ts"),
  history: () => import("./history.ts"),
  unlinked: () => import("./unlinked.ts"),
  import: () => import("./import.ts"),
};

const help = `npm run bench -- [name …] [--members 1000000] [--postings 10000000] [--without-fsync] [--profile]

Names: ${Object.keys(benchmarks).join(", ")}. Without a name all of them run one after the other.

--members        of the network; promises about large networks are judged from 1,000,000 on
--postings       of the ten years of "history"
--without-fsync  commits do not wait for the disk, neither the product's nor the peers': such figures are not those
                 of production, and the first line of the run says so
--profile        "traffic" writes to reports/traffic where the processors' time of a day's mix goes, as a flame graph
                 of the node (open it in the browser's tools) and as PostgreSQL's statements; it measures nothing else

Each figure is one line of JSON: name, unit, ours, peer, ratio, promise, met.
ratio   how many times the peer's time or cost ours is. Smaller is better everywhere, for rates too: half of the
        peer's rate is a ratio of 2.
met     true if the promise was kept, false if it was missed, null if there is none or if "notJudged" says why this
        run cannot judge it.
The last line counts the promises. The command ends with 1 if one was missed.`;

const chosen = options(process.argv.slice(2));
const unknown = chosen.names.filter((name) => !(name in benchmarks));
if (chosen.help) console.log(help);
else if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}".\n\n${help}`);
  process.exitCode = 1;
} else {
  say(
    chosen.durable
      ? "commits wait for the disk (fsync)"
      : "WITHOUT FSYNC: commits do not wait for the disk, so these are not the figures of production",
  );
  for (const [name, load] of Object.entries(benchmarks)) {
    if (chosen.names.length > 0 && !chosen.names.includes(name)) continue;
    const { run } = await load();
    await run(chosen);
  }
  finish();
}
