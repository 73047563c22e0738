import { createRoot } from "react-dom/client";
import { activate, pageLanguage } from "../../lib/i18n.ts";
import "../../ui/styles/signed-in.ts";
// Some parts are used by operators only.
import "../../console/styles.ts";
import { partsPage } from "./parts-page.tsx";

const container = document.getElementById("root");
if (container) {
  await activate(pageLanguage());
  createRoot(container).render(await partsPage());
}
