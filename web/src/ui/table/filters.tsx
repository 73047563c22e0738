import { Button } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { loadOrNotify } from "../feedback/load-or-notify.ts";
import { FilterIcon } from "../icons/screen-icons.tsx";
import { useNarrow } from "./use-narrow.ts";

const FilterSheet = lazyComponent(() => import("./filter-sheet.tsx"));

interface FiltersProps {
  table: {
    filters: Readonly<Record<string, string>>;
    showAll: () => void;
  };
  /** Beside a search or other buttons there is no room for the word. */
  isShort?: boolean;
  children: ReactNode;
}

/** What narrows a list: beside it on a desktop, and on a phone in a sheet, so that the list begins at the top. */
export function Filters({ table, isShort = false, children }: FiltersProps) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  if (!narrow) return children;

  const count = chosenCount(table.filters);
  const show = async () => {
    if (await loadOrNotify([FilterSheet], { onRetry: () => void show() })) setOpen(true);
  };
  return (
    <>
      <Button
        variant="default"
        flex="none"
        px="sm"
        aria-haspopup="dialog"
        aria-label={count === 0 ? t("Filters") : t("Filters: {count} chosen", { count })}
        leftSection={isShort ? undefined : <FilterIcon />}
        rightSection={count > 0 && <span className="filter-count">{count}</span>}
        onClick={() => void show()}
      >
        {isShort ? <FilterIcon /> : t("Filters")}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterSheet onShowAll={table.showAll} onClose={() => setOpen(false)}>
            {children}
          </FilterSheet>
        </Suspense>
      )}
    </>
  );
}

/** Both days of a period are one choice; what is searched for stands in its own field. */
function chosenCount(filters: Readonly<Record<string, string>>): number {
  const names = Object.keys(filters).filter((name) => name !== "search");
  return new Set(names.map((name) => (name === "to" ? "from" : name))).size;
}
