import type { consoleWithdrawal, QueuedWithdrawal } from "@fc/contract/console-withdrawals";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import type { ResponseOf } from "@fc/contract/route";
import { coinsText } from "../../lib/amounts.ts";
import { dateText, dateTimeText } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import { Requester } from "../../ui/queue/requester.tsx";
import { DecidedFigures } from "../../ui/queue/decided-figures.tsx";
import { Note } from "../../ui/note.tsx";

type Risk = ResponseOf<typeof consoleWithdrawal>["data"]["risk"];

/** What is to be paid where, and what to know of the member before paying. */
export function WithdrawalFacts({
  withdrawal,
  risk,
}: {
  withdrawal: QueuedWithdrawal;
  risk: Risk | undefined;
}) {
  const { member, amount, fee, net, address, requestedAt, dueAt, confirmedBy } = withdrawal;
  return (
    <>
      <Figures>
        <Figure label={<Requester member={member} />} strong>
          {coinsText(amount)}
        </Figure>
        <Figure label="Fee">{coinsText(fee)}</Figure>
        <Figure label="To be sent" strong>
          {coinsText(net)}
        </Figure>
        <Figure label="To this address (BEP20)" wide>
          <span className="unit-id">{address}</span>
          <CopyButton text={address} label="Copy the address" />
        </Figure>
        <Figure label="Asked for">{dateTimeText(requestedAt, "en")}</Figure>
        {withdrawal.status === "P" && <Figure label="Promised by">{dateTimeText(dueAt, "en")}</Figure>}
        {confirmedBy && (
          <Figure label="Confirmed by">
            {confirmedBy.name}, {dateTimeText(confirmedBy.at, "en")}
          </Figure>
        )}
        <DecidedFigures request={withdrawal} accepted="Accepted" />
        {withdrawal.transactionId !== null && (
          <Figure label="Transaction ID" wide>
            <span className="unit-id">{withdrawal.transactionId}</span>
          </Figure>
        )}
      </Figures>
      {risk && withdrawal.status === "P" && <Warnings risk={risk} />}
      {risk && (
        <Figures>
          <Figure label="Member since">{dateText(risk.joinedAt, "en")}</Figure>
          <Figure label="Address since">
            {risk.addressSince === null ? "none any more" : dateTimeText(risk.addressSince, "en")}
          </Figure>
          <Figure label="Staked, running">{usdText(usdCentsFromWire(risk.stakedUsd) ?? 0n)}</Figure>
          <Figure label="Left in the wallets">{coinsText(risk.balanceFc)}</Figure>
          <Figure label="Withdrawn before">
            {coinsText(risk.withdrawnFc)} in {risk.earlierAccepted}, {risk.earlierRejected} rejected
          </Figure>
        </Figures>
      )}
    </>
  );
}

function Warnings({ risk }: { risk: Risk }) {
  const warnings = [
    ...(risk.isBlocked ? ["The member is blocked."] : []),
    ...(risk.isSameAddress ? [] : ["The member's address is another one now than when this was asked for."]),
    ...(risk.heldUntil ? [`Withdrawals are on hold until ${dateTimeText(risk.heldUntil, "en")}.`] : []),
    ...(risk.owedFc > 0
      ? [`The member owes ${coinsText(risk.owedFc)}, which is collected out of this.`]
      : []),
  ];
  if (warnings.length === 0) return null;
  return (
    <Note tone="bad">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Note>
  );
}
