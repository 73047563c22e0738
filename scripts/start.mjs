// One process for `npm start`, so that Ctrl-C and kill reach the server and not a shell in between.
import "./check-node.mjs";

// npm runs us in a shell. npm's signal ends that shell but does not reach us, so we watch for a new parent.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, "SIGTERM");
}, 250);
watch.unref();

const { buildWebOrExit } = await import("./build-web.ts");
await buildWebOrExit();
await import("../server/src/main.ts");
