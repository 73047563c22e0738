// Imports go one way. What two features need moves to core (server) or to ui and lib (web).
// Tests and what only tests use.
const tests = "\\.test\\.ts$";

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
      to: { path: "^server/(src/(core|features|app|main|start|development|testing)|seeds)" },
    },
    {
      // A feature gets a database that may be a replica only by declaring a route with `reading`.
      name: "only-the-frame-knows-replicas",
      severity: "error",
      from: {
        path: "^server/",
        pathNot: [
          "^server/src/(app|start|replica\\.test)\\.ts$",
          "^server/src/platform/(http|replica)/",
          "^server/src/testing/",
        ],
      },
      to: { path: "^server/src/platform/replica/" },
    },
    {
      name: "core-below-features",
      severity: "error",
      from: { path: "^server/src/core", pathNot: tests },
      to: { path: "^server/(src/(features|app|main|start|development|testing)|seeds)" },
    },
    {
      name: "features-below-app",
      severity: "error",
      from: { path: "^server/src/features", pathNot: tests },
      to: { path: "^server/(src/(app|main|start|development|testing)|seeds)" },
    },
    {
      // The embedded PostgreSQL and the mail catcher: what starts the product chooses them, nothing else knows them.
      name: "development-tools-know-only-platform",
      severity: "error",
      from: { path: "^server/src/development", pathNot: tests },
      to: { path: "^server/(src/(core|features|app|main|start|testing)|seeds)" },
    },
    {
      name: "no-server-feature-imports-a-feature",
      severity: "error",
      from: { path: "^server/src/features/([^/]+)/" },
      to: { path: "^server/src/features/", pathNot: "^server/src/features/$1/" },
    },
    {
      name: "no-web-feature-imports-a-feature",
      severity: "error",
      from: { path: "^web/src/(portal|console)/features/([^/]+)/" },
      to: { path: "^web/src/(portal|console)/features/", pathNot: "^web/src/$1/features/$2/" },
    },
    {
      name: "web-ui-and-lib-below-the-apps",
      severity: "error",
      from: { path: "^web/src/(ui|lib)/" },
      to: { path: "^web/src/(portal|console)/" },
    },
    {
      name: "web-features-below-their-app",
      severity: "error",
      from: { path: "^web/src/(portal|console)/features/" },
      to: {
        path: "^web/src/(portal|console)/",
        pathNot:
          "^web/src/((portal|console)/features|console/(canned-texts|dry-run|links|mail|proposals|signals|why)|portal/(statement|why))/",
      },
    },
    {
      name: "portal-and-console-are-two-apps",
      severity: "error",
      from: { path: "^web/src/(portal|console)/" },
      to: { path: "^web/src/(portal|console)/", pathNot: "^web/src/$1/" },
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
