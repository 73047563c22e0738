// Imports go one way. What two features need moves to core (server) or to ui and lib (web).
const tests = "\\.test\\.tsx?$";
/** What only tests use, in each package. */
const testing = ["^(contract|server|web)/src/testing/", "\\.testing\\.tsx?$"];

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
          "^server/src/(app|start|replica\\.test|platform/transaction-gate\\.test)\\.ts$",
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
          "^web/src/((portal|console)/features|console/(bank|canned-texts|dry-run|links|mail|proposals|signals|why)|portal/(statement|team|why))/",
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
    {
      name: "the-product-knows-no-tests",
      severity: "error",
      from: { path: "^(contract|server|web)/", pathNot: [tests, ...testing] },
      to: { path: [tests, ...testing] },
    },
    {
      // Nor do its tests: what they share with scripts, benchmarks and browser tests is in testing.
      name: "the-product-knows-no-tools",
      severity: "error",
      from: { path: "^(contract|server|web)/" },
      to: { path: "^(scripts|bench|e2e)/" },
    },
    {
      // A journey goes through the browser to the server that runs. The test prepares and looks at data by what changes
      // them (core, and a few acts of features), never by the routes that the journey is about.
      name: "e2e-meets-the-product-in-the-browser",
      severity: "error",
      from: { path: "^e2e/" },
      to: {
        path: "^(web|server|scripts|bench)/",
        pathNot: [
          "^server/src/(core|platform|testing)/",
          "^server/src/features/(withdraw/(decisions|paying|payout-task|rules-task|second-operator)|support/support|operators/invitations|notices/notices)\\.ts$",
          "^server/src/development/embedded-postgres/embedded-postgres\\.ts$",
          "^server/seeds/",
          // The names under which the browser keeps things, and the type of what the first script keeps.
          "^web/src/lib/(session/session|api/early-answers)\\.ts$",
        ],
      },
    },
    {
      // A benchmark starts the product or a part of its server. It measures pages in a browser, not by their code.
      name: "bench-measures-the-server-and-what-is-built",
      severity: "error",
      from: { path: "^bench/" },
      to: { path: "^(web|e2e|scripts|server/src/(main|start))", pathNot: "^scripts/ensure-browser\\.ts$" },
    },
    {
      // Each drill is in server/src/testing, where it is tested; a script reads options and prints.
      name: "scripts-only-start-things",
      severity: "error",
      from: { path: "^scripts/", pathNot: tests },
      to: {
        path: "^(server|web|bench|e2e)/",
        pathNot: [
          "^server/src/(main|testing/.*)\\.ts$",
          "^server/src/development/embedded-postgres/embedded-postgres\\.ts$",
        ],
      },
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
