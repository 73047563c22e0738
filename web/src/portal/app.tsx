import { RouterProvider } from "@tanstack/react-router";
import { UiProvider } from "../ui/styles/provider.tsx";
import type { createPortalRouter } from "./router.tsx";

export function App({ router }: { router: ReturnType<typeof createPortalRouter> }) {
  return (
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>
  );
}
