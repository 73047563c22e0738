// Imports go one way. What two features need moves to core (server) or to ui and lib (web).
// Tests and what only tests use.
const tests = "\\.test\\.ts$|/testing\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "contract-knows-only-zod",
      severity: "error",
      from: { path: "^contract/src", pathNot: tests },
      to: { pathNot: ["^contract/src", "node_modules/zod"] },
    },
    {
      name: "platform-below-core",
      severity: "error",
      from: { path: "^server/src/platform", pathNot: tests },
      to: { path: "^server/(src/(core|features|app|main|start|testing)|seeds)" },
    },
    {
      name: "core-below-features",
      severity: "error",
      from: { path: "^server/src/core", pathNot: tests },
      to: { path: "^server/(src/(features|app|main|start|testing)|seeds)" },
    },
    {
      name: "features-below-app",
      severity: "error",
      from: { path: "^server/src/features", pathNot: tests },
      to: { path: "^server/(src/(app|main|start|testing)|seeds)" },
    },
    {
      name: "no-feature-imports-a-feature",
      severity: "error",
      from: { path: "^(server|web)/src/features/([^/]+)/" },
      to: { path: "^(server|web)/src/features/", pathNot: "^$1/src/features/$2/" },
    },
    {
      name: "web-ui-and-lib-below-features",
      severity: "error",
      from: { path: "^web/src/(ui|lib)/" },
      to: { path: "^web/src/(portal|console|features)/" },
    },
    {
      name: "web-features-below-apps",
      severity: "error",
      from: { path: "^web/src/features/" },
      to: { path: "^web/src/(portal|console)/" },
    },
    {
      name: "the-two-sides-meet-in-the-contract",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^server/" },
    },
    {
      name: "server-knows-no-web",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^web/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
