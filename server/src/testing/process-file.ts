import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const sources = fileURLToPath(new URL("..", import.meta.url));

/** The file that starts a source of the server as a process. `npm test` has bundled those of scripts/bundle-server.ts. */
export function processFile(source: URL): string {
  const file = fileURLToPath(source);
  const bundle = process.env["SERVER_BUNDLE"];
  return bundle === undefined ? file : join(bundle, relative(sources, file).replace(/\.ts$/, ".js"));
}
