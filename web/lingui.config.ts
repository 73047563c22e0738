import { defineConfig } from "@lingui/conf";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "hi"],
  catalogs: [{ path: "<rootDir>/src/lib/locales/{locale}", include: ["src"] }],
});
