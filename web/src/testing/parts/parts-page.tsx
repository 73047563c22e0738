import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { MemberContext } from "../../lib/session/member.ts";
import { Page } from "../../ui/layout/page.tsx";
import { ColourSwitch, LanguageSwitch } from "../../ui/layout/preferences.tsx";
import { OwnAmounts } from "../../ui/money/own-amounts.tsx";
import { ownKycQuery } from "../../ui/record/kyc-note.tsx";
import { UiProvider } from "../../ui/styles/provider.tsx";
import { Codes } from "./codes.tsx";
import { Controls } from "./controls.tsx";
import { Dialogs } from "./dialogs.tsx";
import { member, picture, pictureOf } from "./examples.ts";
import { Figures } from "./figures.tsx";
import { Lists } from "./lists.tsx";
import { Look } from "./look.tsx";
import { Bars, Messages, WholePages } from "./messages.tsx";
import { Queues } from "./queue.tsx";

/** Answers that are here already: the page calls nobody. */
function createAnswers() {
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false } });
  queries.setQueryData(ownKycQuery(member.id).queryKey, {
    pan: { state: "approved", reason: null },
    bank: { state: "rejected", reason: "The passbook cannot be read" },
  });
  queries.setQueryData(["picture", member.id, pictureOf], picture);
  return queries;
}

function Parts() {
  return (
    <MemberContext value={member}>
      <OwnAmounts>
        <Bars />
        <Page width="table">
          <header className="row">
            <h1>Parts</h1>
            <ColourSwitch />
            <LanguageSwitch />
          </header>
          <Look />
          <Controls />
          <Figures />
          <Lists />
          <Codes />
          <Messages />
          <Dialogs />
          <Queues />
          <WholePages />
        </Page>
      </OwnAmounts>
    </MemberContext>
  );
}

/** Addresses that tables and links change stay inside the page. */
function createPartsRouter() {
  const history = createMemoryHistory({ initialEntries: ["/"] });
  return createRouter({ routeTree: createRootRoute({ component: Parts }), history });
}

/** The type scale, colours, spacing and every part of `ui` in its states. */
export async function partsPage(): Promise<ReactNode> {
  const router = createPartsRouter();
  await router.load();
  return (
    <QueryClientProvider client={createAnswers()}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  );
}
