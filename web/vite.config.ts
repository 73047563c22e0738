import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { browserRoutes } from "./browser-routes.ts";
import { inlineScript } from "./inline-script.ts";
import { themeVariables } from "./theme-variables.ts";

const api = `http://127.0.0.1:${process.env["API_PORT"] ?? "3000"}`;

/** While developing, every address of the console is its one page, as the server has it. */
const consolePages: Plugin = {
  name: "console-pages",
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/console(\/[^.]*)?(\?|$)/.test(request.url ?? "")) request.url = "/console.html";
      next();
    });
  },
};

/** Inside every page, and first: they have to see the errors of all other scripts, also that one does not start. */
const errors: Plugin = {
  name: "errors",
  transformIndexHtml() {
    const scripts = ["lib/browser-errors.js", "lib/start-problem.js"].map(inlineScript);
    return scripts.map((children) => ({ tag: "script", children, injectTo: "head-prepend" }));
  },
};

/** Inside the portal's pages, after the language was chosen. The build puts the files in (build.ts). */
const earlyCalls: Plugin = {
  name: "early-calls",
  transformIndexHtml: {
    order: "pre",
    handler(html, { server }) {
      const script = inlineScript("portal/early-calls.js");
      const filled = server
        ? script.replace("__FRAME_FILES__", "[]").replace("__PAGE_FILES__", "{}")
        : script;
      return html.replace("<!-- early-calls.js -->", () => `<script>\n${filled}</script>`);
    },
  },
};

/** Changes whenever a file does that says what the API answers, or what the portal makes of it. */
function shapeOfAnswers(): string {
  const root = `${import.meta.dirname}/..`;
  const files = globSync(["contract/src/**/*.ts", "web/src/**/queries.ts"], { cwd: root }).toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(`${root}/${file}`));
  return hash.digest("hex").slice(0, 8);
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    consolePages,
    errors,
    earlyCalls,
    browserRoutes,
    themeVariables,
    react(),
    lingui({ configPath: `${import.meta.dirname}/lingui.config.ts`, failOnCompileError: true }),
  ],
  // What was kept by a release whose answers had another shape is not shown (kept-figures.ts).
  define: { "import.meta.env.VITE_SHAPE": JSON.stringify(shapeOfAnswers()) },
  // The server puts a fresh nonce in place of this word in every HTML answer.
  html: { cspNonce: "__CSP_NONCE__" },
  server: { proxy: { "/api": api, "/healthz": api } },
  build: {
    target: "es2023",
    // An asset inside the script would cost every visitor and none could be cached on its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // What every page starts with is one file: cut into many it compresses worse, and all are needed anyway.
      output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"], priority: 1 }] } },
    },
  },
});
