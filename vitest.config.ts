import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Where it knows no times of an earlier run, Vitest starts with the largest files. The drills take long and are small. */
class DrillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDrill = ({ moduleId }: TestSpecification) => /\/testing\/(soak|[a-z]+-drill)\//.test(moduleId);
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the sequencer's method and not an array's.
    const sorted = await super.sort(files);
    return [...sorted.filter(isDrill), ...sorted.filter((file) => !isDrill(file))];
  }
}

export default defineConfig({
  test: {
    // Nothing may pass by being retried, run alone or left out.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
    sequence: { sequencer: DrillsFirst },
    projects: [
      {
        test: {
          name: "server",
          include: [
            "contract/src/**/*.test.ts",
            "server/**/*.test.ts",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          globalSetup: ["server/src/testing/global-setup.ts"],
          // A worker loads the server once and runs many files. Loading it takes over a second, and each file has a
          // database and a server of its own anyway. So a test must not change what modules hold, and mocks none.
          isolate: false,
          // Three for two cores, because each waits for the database and for processes now and then. A number: Vitest
          // takes no percentage above 100, and by itself it keeps one core free.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          // They end what hangs and judge no speed: a machine that is six times slower must pass as well. A test that
          // runs into its limit goes on beside the next one and makes it fail too.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // With the plugins of the app: the catalogues of texts are compiled as they are there.
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          // One: to load a page's environment and the components takes longer than to test them.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ["web/src/**/*.test.{ts,tsx}"],
          // A worker loads components and page once, as for the server. After each test the page is emptied.
          isolate: false,
          setupFiles: ["web/src/testing/setup.ts"],
          // The same limit as for the server: with five seconds a busy machine fails what a quiet one passes.
          testTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
