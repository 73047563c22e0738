import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { faults, type FaultName } from "./faults.ts";

// Loaded before the worker's own code, by workers.ts: it changes the text of one file of the product.
const { file, from, to } = faults[process.env["DRILL_FAULT"] as FaultName];
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/server/src/${file}`)) return loaded;
    const text = readFileSync(fileURLToPath(url), "utf8");
    if (!text.includes(from)) throw new Error(`${file} no longer contains "${from}"`);
    return { ...loaded, source: text.replace(from, to) };
  },
});
