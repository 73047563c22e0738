import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { createQueryClient } from "../lib/api/query-client.ts";
import { activate } from "../lib/i18n.ts";
import { UiProvider } from "../ui/styles/provider.tsx";

await activate("en");

/** What every component finds around it in both apps. */
function Surroundings({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <UiProvider>{children}</UiProvider>
    </QueryClientProvider>
  );
}

/** Renders as the apps do; `user` types and clicks as a person does. */
export function renderUi(element: ReactNode) {
  return { user: userEvent.setup(), ...render(element, { wrapper: Surroundings }) };
}
