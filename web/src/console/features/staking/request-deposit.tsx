import { depositStateLabels } from "@fc/contract/deposits/console-states";
import { depositStates } from "@fc/contract/deposits/states";
import type { ResponseOf } from "@fc/contract/route";
import type {
  consoleStakingRequest,
  QueuedDeposit,
  QueuedStakingRequest,
} from "@fc/contract/staking/console";
import { Text } from "@mantine/core";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ShortHex } from "../../../ui/content/short-hex.tsx";

type Transfers = ResponseOf<typeof consoleStakingRequest>["data"]["transfers"];

interface RequestDepositProps {
  deposit: QueuedDeposit;
  transfers: Transfers;
  doubt: Doubt | undefined;
  /** Why the first of two operators confirmed it all the same. */
  confirmedReason: string | null;
}

type Doubt = NonNullable<QueuedStakingRequest["doubt"]>;

/** What the chain does not show as it should be, in a sentence. */
export function doubtText({ shortfallFc, isFromOthers }: Doubt): string {
  const missing = shortfallFc > 0 ? `${coinsText(shortfallFc)} of its cost have not arrived.` : "";
  const others = isFromOthers ? "Its coins came from an address of another member." : "";
  return [missing, others].filter((text) => text !== "").join(" ");
}

const tones = { good: "good", bad: "bad", open: "info" } as const;

/** What the chain says of the payment, beside the picture of it. Whose coins they are is for the operator to judge. */
export function RequestDeposit({ deposit, transfers, doubt, confirmedReason }: RequestDepositProps) {
  const { state, arrivedFc, neededFc, hash, checkedAt } = deposit;
  const { tone } = depositStates[state];
  const isThere = transfers.length > 0;
  return (
    <Note tone={doubt && tone === "good" ? "bad" : tones[tone]}>
      <p>
        <strong>
          {isThere ? `Arrived, ${coinsText(arrivedFc)}, final` : `${depositStateLabels[state]}.`}
        </strong>
        {state === "too-little" && neededFc !== null && `, and the request costs ${coinsText(neededFc)}`}
      </p>
      {doubt && <Text size="sm">{doubtText(doubt)} Approving it takes two operators and a reason.</Text>}
      {confirmedReason !== null && <Text size="sm">Reason of the first operator: {confirmedReason}</Text>}
      {transfers.map((transfer) => (
        <PaidTransfer key={transfer.hash + transfer.from} transfer={transfer} />
      ))}
      {!isThere && hash !== null && (
        <Text size="sm">
          <ShortHex text={hash} copyLabel="Copy the transaction" />
          {checkedAt !== null && ` · looked up ${dateTimeText(checkedAt, "en")}`}
        </Text>
      )}
    </Note>
  );
}

function PaidTransfer({ transfer }: { transfer: Transfers[number] }) {
  const { from, hash, arrivedAt, blockNumber, ownSince, others } = transfer;
  return (
    <>
      <Text size="sm">
        from <ShortHex text={from} copyLabel="Copy the address" />
      </Text>
      <Text size="sm">
        {ownSince !== null && `the member's own address since ${dateTimeText(ownSince, "en")}`}
        {ownSince === null && others.length === 0 && "an address that no member has registered"}
      </Text>
      {others.map((member) => (
        <Text key={member.refId} size="sm" fw={600}>
          registered by another member: <Requester member={member} />
        </Text>
      ))}
      <Text size="sm">
        <ShortHex text={hash} copyLabel="Copy the transaction" /> · block{" "}
        {blockNumber.toLocaleString("en-IN")} · {dateTimeText(arrivedAt, "en")}
      </Text>
    </>
  );
}
