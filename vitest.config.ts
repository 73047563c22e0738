import { defineConfig } from "vitest/config";

// Three workers for two cores, because each waits for the database now and then. Vitest itself would keep one core free.
const maxWorkers = "150%";

export default defineConfig({
  test: {
    // Nothing may pass by being retried, run alone or left out.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
    maxWorkers,
    projects: [
      {
        test: {
          name: "server",
          include: ["contract/src/**/*.test.ts", "server/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
          // A worker loads the server once and runs many files. Loading it takes over a second, and each file has a
          // database and a server of its own anyway. So a test must not change what modules hold, and mocks none.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        // With the plugins of the app: the catalogues of texts are compiled as they are there.
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          // It extends another file and so does not inherit it; projects that differ cannot run beside each other.
          maxWorkers,
          include: ["web/src/**/*.test.{ts,tsx}"],
          // A worker loads components and page once, as for the server. After each test the page is emptied.
          isolate: false,
          setupFiles: ["web/src/testing/setup.ts"],
          // The same limit as for the server: with five seconds a busy machine fails what a quiet one passes.
          testTimeout: 30_000,
        },
      },
    ],
  },
});
