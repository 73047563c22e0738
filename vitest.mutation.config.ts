import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Set by scripts/mutate.mjs. Given to Stryker as its option testFiles, they would keep it (10.1.1) from activating a
// mutant before the modules load, so no change of a constant would ever be noticed.
const tests = process.env["MUTATION_TESTS"]?.split(" ") ?? [];
const isServer = tests.some((test) => test.startsWith("server/"));

// Only for `npm run mutate`, which copies the packages to another folder and changes them there.
export default defineConfig({
  resolve: {
    // Without this, the server's tests would find the contract through node_modules, where it is unchanged.
    alias: [
      {
        find: /^@fc\/contract\/(.*)$/,
        replacement: fileURLToPath(new URL("contract/src/$1.ts", import.meta.url)),
      },
    ],
  },
  test: {
    include: tests,
    // The contract's tests need no database. They load anew for each mutant, so that constants are mutated as well.
    globalSetup: isServer ? ["server/src/testing/global-setup.ts"] : [],
    isolate: !isServer,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
