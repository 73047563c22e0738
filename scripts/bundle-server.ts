// Bundles what server tests start as processes of their own, for `npm test`: node scripts/bundle-server.ts <folder>
// From its sources a start reads 2,092 files, which takes three times as much of the processor.
import { globSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: node scripts/bundle-server.ts <folder>");

const sources = fileURLToPath(new URL("../server/src/", import.meta.url));
const started = [
  "main.ts",
  "commands/*.ts",
  "testing/payout-drill/worker-process.ts",
  "testing/plan/kill-child.ts",
];
const files = globSync(started, { cwd: sources, exclude: (name) => name.endsWith(".test.ts") });

/** A source finds SQL files, fonts, threads and native modules from its own place, and not from the bundle's. */
const places: Plugin = {
  name: "places",
  transform: {
    filter: { code: /import\.meta\.(url|main)/, id: { exclude: /^\0/ } },
    handler: (code, id) => {
      const bundled = path.join(folder, path.relative(sources, id).replace(/\.ts$/, ".js"));
      return code
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
        .replaceAll("import.meta.main", `process.argv[1] === ${JSON.stringify(path.resolve(bundled))}`);
    },
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ""), path.join(sources, file)])),
  platform: "node",
  // A native module cannot be a part of a text.
  external: ["@node-rs/argon2"],
  plugins: [places],
  logLevel: "silent",
});
await bundle.write({ dir: folder, format: "esm", cleanDir: true });
