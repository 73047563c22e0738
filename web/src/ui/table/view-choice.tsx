import { Suspense, useContext } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { TableViewContext, type ViewChoiceProps } from "./table-view-choices.ts";

// Members' tables have none, and do not load it.
const ViewMenu = lazyComponent(() => import("./view-menu.tsx"));

/** How a table is shown, where that is offered. */
export function ViewChoice(props: ViewChoiceProps) {
  if (!useContext(TableViewContext)) return null;
  return (
    <Suspense>
      <ViewMenu {...props} />
    </Suspense>
  );
}
