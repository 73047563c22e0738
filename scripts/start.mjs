// One process for `npm start`, so that Ctrl-C and kill reach the server itself and not a shell in between.
import "./check-node.mjs";

// npm runs us below a shell, which dies of the signal that npm hands on without telling us.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, "SIGTERM");
}, 250);
watch.unref();

const { buildWebIfStale } = await import("./build-web.ts");
await buildWebIfStale();
await import("../server/src/main.ts");
