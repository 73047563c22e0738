import { defineConfig } from "@playwright/test";

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/**
 * What Chromium shall not do. Every window would load the address bar's list as a page of its own, though nobody sees
 * it: that takes more of the processor than the test's own first page. The others are Playwright's, which this list
 * replaces.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // A process for the next page is started in advance; a test that opens no other page starts it for nothing.
  "SpareRendererForSitePerProcess",
];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  outputDir: "test-results",
  forbidOnly: true,
  // A test that passes only the second time has found something.
  retries: 0,
  // Three for two cores, because each waits for a page, a mail or the server now and then.
  workers: 3,
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["./e2e/repeat-reporter.ts"]],
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // It would answer in place of the server, where a test holds answers back; those of the worker itself allow it.
    serviceWorkers: "block",
    // Tests do not wait for what moves; those of a movement switch it on again.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs a third of the time. repeat-reporter.ts says how to get one of a failed test.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        // A page lives for seconds here: to optimize its code takes longer than that saves.
        "--js-flags=--always-sparkplug,--no-maglev,--no-turbofan",
        `--disable-features=${disabledFeatures.join(",")}`,
      ],
    },
  },
  projects: [
    {
      // Where most members are.
      name: "phone",
      testIgnore: "console*.spec.ts",
      use: { viewport: phone, hasTouch: true, isMobile: true },
    },
    {
      // Where operators work; of the members' tests only those whose screen differs from a phone's.
      name: "desktop",
      grep: /console[-\w]*\.spec\.ts|@both/,
      use: { viewport: desktop },
    },
  ],
});
