// The API restarts when a server file changes; the web app reloads in place through Vite.
import "./check-node.mjs";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const apiPort = process.env.PORT ?? "3000";
const env = {
  ...process.env,
  API_PORT: apiPort,
  PUBLIC_URL: process.env.PUBLIC_URL ?? "http://localhost:5173",
};

const children = [
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "server/src/main.ts"], {
    cwd: root,
    env,
    stdio: "inherit",
  }),
  spawn("npm", ["exec", "-w", "web", "--", "vite", "--port", "5173"], { cwd: root, env, stdio: "inherit" }),
];
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
}
for (const child of children) child.on("exit", (code) => (process.exitCode ||= code ?? 0));
console.log("\n  Open http://localhost:5173 (Vite, hot reload). The API is behind it.\n");
