import { DataList, Text } from "@mantine/core";
import "@mantine/core/styles/DataList.layer.css";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";

/** What is known, each with its word, to be read through. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <DataList
      size="md"
      gap="sm"
      withDivider
      styles={{
        item: {
          display: "grid",
          gridTemplateColumns: "minmax(min(7rem, 26vw), 3fr) 5fr",
          gap: "0.125rem 1rem",
        },
        itemLabel: { minWidth: 0 },
        itemValue: {
          display: "flex",
          flexWrap: "wrap",
          gap: "0 0.625rem",
          minWidth: 0,
          fontWeight: 600,
          overflowWrap: "anywhere",
        },
      }}
    >
      {children}
    </DataList>
  );
}

/** In place of a fact that the member has not told. */
export function NotGiven() {
  const t = useT();
  return (
    <Text span inherit fw={400} c="dimmed">
      {t("Not given")}
    </Text>
  );
}

interface FactProps {
  label: string;
  /** An id that belongs to it, in smaller weight. */
  id?: string;
  children: ReactNode;
}

export function Fact({ label, id, children }: FactProps) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>
        {children}
        {id && (
          <span className="dimmed unit-id" style={{ fontWeight: 400 }}>
            {id}
          </span>
        )}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
