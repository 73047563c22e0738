import { Suspense, useContext } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { TableViewContext } from "./table-view-choices.ts";

// Members' tables have none, and do not load it.
const ViewMenu = lazyComponent(() => import("./view-menu.tsx"));

export interface ViewChoiceProps {
  /** The table's name, by which its hidden columns are remembered. */
  label: string;
  columns: readonly { title: string }[];
}

/** How a table is shown, where that is offered. */
export function ViewChoice(props: ViewChoiceProps) {
  if (!useContext(TableViewContext)) return null;
  return (
    <Suspense>
      <ViewMenu {...props} />
    </Suspense>
  );
}
