// One process for `npm start`, so that Ctrl-C and kill reach the server itself and not a shell in between.
import "./check-node.mjs";

const { buildWebIfStale } = await import("./build-web.ts");
await buildWebIfStale();
await import("../server/src/main.ts");
