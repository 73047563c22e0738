import { DataList, Text } from "@mantine/core";
import "@mantine/core/styles/DataList.layer.css";
import { use, type ReactNode } from "react";
import { coinsFigure, coinsText } from "../../lib/format/amounts.ts";
import { Decimals } from "./decimals.ts";
import { OwnAmount } from "./own-amounts.tsx";

interface CoinsProps {
  coins: number;
  /** The same for everybody. Others are the member's own, and can be hidden. */
  isPublic?: boolean;
}

/** An amount in a column whose heading has the unit; on a phone's card it brings the unit along. */
export function CoinsCell({ coins, isPublic = false }: CoinsProps) {
  const figure = coinsFigure(coins, use(Decimals));
  return (
    <FigureSpan text={`${figure} FC`}>
      {isPublic ? figure : <OwnAmount>{figure}</OwnAmount>}
      <span className="unit-in-card"> FC</span>
    </FigureSpan>
  );
}

/** The coins of a row, in the reports of the portal. */
export const coinsColumn = {
  cell: ({ amount }: { amount: number }) => <CoinsCell coins={amount} />,
  coins: ({ amount }: { amount: number }) => amount,
  sort: "amount",
  align: "end",
  inCard: "heading",
} as const;

/** An amount with its unit, in one piece. */
export function Coins({ coins, isPublic = false }: CoinsProps) {
  const text = coinsText(coins);
  return <FigureSpan text={text}>{isPublic ? text : <OwnAmount>{text}</OwnAmount>}</FigureSpan>;
}

function FigureSpan({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="figure" style={{ "--characters": text.length }}>
      {children}
    </span>
  );
}

/** A list of figures with their labels: a calculation, a receipt. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <DataList className="figures" size="md" gap="xs" withDivider>
      {children}
    </DataList>
  );
}

interface FigureProps {
  label: ReactNode;
  children: ReactNode;
  /** The figure that matters most: a total, what arrives. */
  strong?: boolean;
  /** A smaller line below: the same in dollars, why. */
  hint?: ReactNode;
  /** A line below, as wide as both: how it was computed. */
  note?: ReactNode;
  /** Long words (an address) get a line of their own. */
  wide?: boolean;
}

/** An amount in words already: $22.50, 1,25,00,000 FC. */
const isFigure = /^[−+≈ ]*[$₹]?[\d,]+(?:\.\d+)?(?: FC)?$/;

export function Figure({ label, children, strong = false, hint, note, wide = false }: FigureProps) {
  return (
    <DataList.Item
      fw={strong ? 600 : 400}
      style={{ flexWrap: "wrap", justifyContent: "space-between", gap: "0 1rem" }}
    >
      <DataList.ItemLabel miw={0} c={strong ? "inherit" : "dimmed"}>
        {label}
      </DataList.ItemLabel>
      <DataList.ItemValue
        miw={0}
        ms={wide ? 0 : "auto"}
        ta={wide ? "start" : "end"}
        flex={wide ? "0 0 100%" : undefined}
        // A word is broken only where it does not fit a whole line.
        style={{ overflowWrap: "break-word" }}
      >
        {typeof children === "string" && isFigure.test(children) ? (
          <FigureSpan text={children}>{children}</FigureSpan>
        ) : (
          children
        )}
        {hint !== undefined && (
          // It has a width of its own below a short figure, so that a long one does not take the whole line.
          <Text size="sm" c="dimmed" maw={wide ? undefined : "13rem"} ms={wide ? 0 : "auto"}>
            {hint}
          </Text>
        )}
      </DataList.ItemValue>
      {note !== undefined && (
        <DataList.ItemValue flex="0 0 100%" fz="sm" fw={400} c="dimmed" ta="end">
          {note}
        </DataList.ItemValue>
      )}
    </DataList.Item>
  );
}
