import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

export interface Fault {
  /** Where it is, in server/src. */
  file: string;
  from: string;
  to: string;
}

/** Changes the text of one file of the product for what this process loads from now on. */
export function plant({ file, from, to }: Fault): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/server/src/${file}`)) return loaded;
      const text = readFileSync(fileURLToPath(url), "utf8");
      if (!text.includes(from)) throw new Error(`${file} no longer contains "${from}"`);
      return { ...loaded, source: text.replace(from, to) };
    },
  });
}
