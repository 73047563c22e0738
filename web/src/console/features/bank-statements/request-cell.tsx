import type { PaidRequest } from "@fc/contract/bank-statements/console-matches";
import { Text } from "@mantine/core";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { rupees } from "../../../lib/format/rupees.ts";
import { Requester } from "../../../ui/queue/requester.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { ReferenceLink } from "../../links/links.tsx";

/** What a member asked for, and what the member says about the payment. */
export function RequestCell({ request }: { request: PaidRequest }) {
  const { reference, member, amountUsd, amountInr, utr, requestedAt } = request;
  return (
    <>
      <Requester member={member} />
      <div>
        <ReferenceLink reference={reference} /> · {dollarsText(amountUsd)}
        {amountInr !== null && ` = ${rupees(amountInr)}`}
      </div>
      <Text size="sm" c="dimmed">
        {utr === null ? "No UTR" : `UTR ${utr}`} · <Whole>{dateTimeText(requestedAt, "en")}</Whole>
      </Text>
    </>
  );
}
