import type { Movement } from "@fc/contract/activity/portal";
import { messageWords } from "@fc/contract/ledger/message";
import { beforeMove } from "@fc/contract/arrival/before-move";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { useLingui } from "@lingui/react";
import { Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { coinsFigure } from "../../../lib/format/amounts.ts";
import { dayTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { kindIcons } from "./kind-looks.ts";

interface ActivityRowProps {
  row: Movement;
  titleId: string;
  height: number;
  onExplain: (transID: string) => void;
}

/** One movement. It opens its receipt, how its amount was computed, or the stakes; where there is nothing to open, it only says so. */
export function ActivityRow({ row, titleId, height, onExplain }: ActivityRowProps) {
  const { reference, transID } = row;
  const content = <RowContent row={row} titleId={titleId} />;
  const style = { height };
  if (reference !== null) {
    return (
      <Link
        className="activity-row"
        style={style}
        to="/receipt/$reference"
        params={{ reference }}
        state={{ isFromReport: true }}
      >
        {content}
      </Link>
    );
  }
  if (transID !== null) {
    return (
      <UnstyledButton
        className="activity-row"
        style={style}
        aria-haspopup="dialog"
        onClick={() => onExplain(transID)}
      >
        {content}
      </UnstyledButton>
    );
  }
  if (row.kind === "stakes") {
    return (
      <Link className="activity-row" style={style} to="/stacking-investment">
        {content}
      </Link>
    );
  }
  return (
    // To be reached from row to row, as the others are.
    <div className="activity-row" style={style} tabIndex={-1}>
      {content}
    </div>
  );
}

const signs = { in: "+", out: "−", between: "" } as const satisfies Record<Movement["direction"], string>;

function RowContent({ row, titleId }: { row: Movement; titleId: string }) {
  const t = useT();
  const { i18n } = useLingui();
  const Icon = row.kind === null ? ReportIcon : kindIcons[row.kind];
  return (
    <>
      <span className="activity-icon" data-direction={row.direction}>
        <Icon />
      </span>
      <span className="activity-words">
        <span id={titleId} className="activity-title">
          <Title row={row} />
        </span>
        <span className="small dimmed">
          <time dateTime={row.at}>{dayTimeText(row.at, i18n.locale)}</time>
          <Aside row={row} />
        </span>
      </span>
      <span className="activity-figures">
        <strong data-direction={row.direction}>
          <OwnAmount>
            {signs[row.direction]}
            {coinsFigure(row.amountFc)} FC
          </OwnAmount>
        </strong>
        <Text span size="xs" c="dimmed">
          {row.balanceFc === null ? (
            t(beforeMove)
          ) : (
            <>
              <VisuallyHidden component="span">{t("Balance")} </VisuallyHidden>
              <OwnAmount>{coinsFigure(row.balanceFc)}</OwnAmount>
            </>
          )}
        </Text>
      </span>
    </>
  );
}

/** The other member, without the name where the title has it, or the wallets. A long name is cut, a user ID never. */
function Aside({ row: { kind, person, wallets } }: { row: Movement }) {
  const t = useT();
  if (!person) {
    const names = wallets.map((wallet) => t(walletKinds[wallet].label)).join(", ");
    return <span className="activity-wallets">{names && ` · ${names}`}</span>;
  }
  return (
    <span className="activity-person">
      <span className="activity-dot">·</span>
      {kind !== "transfers" && <span>{person.name}</span>}
      <span>{person.refId}</span>
    </span>
  );
}

function Title({ row: { message, person, direction, kind } }: { row: Movement }): ReactNode {
  const t = useT();
  if (kind === "transfers" && person) {
    return direction === "in"
      ? t("Received from {name}", { name: person.name })
      : t("Sent to {name}", { name: person.name });
  }
  const { text, values, detail } = messageWords(message);
  // The person's name stands below, so their user ID is not said here once more.
  return detail === "" || person ? t(text, values) : `${t(text, values)}: ${detail}`;
}
