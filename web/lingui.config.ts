import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["hi"],
  catalogs: [{ path: "<rootDir>/src/lib/locales/{locale}", include: ["src"] }],
  // The English text itself is the id, in the sources as in the catalogue.
  format: formatter({ explicitIdAsDefault: true }),
});
