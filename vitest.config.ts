import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Nothing may pass by being retried, run alone or left out.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: "server",
          include: ["contract/src/**/*.test.ts", "server/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: { name: "web", include: ["web/src/**/*.test.{ts,tsx}"] },
      },
    ],
  },
});
