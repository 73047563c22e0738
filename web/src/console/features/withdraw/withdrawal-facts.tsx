import { Flex, Text } from "@mantine/core";
import {
  acceptWithdrawal,
  type consoleWithdrawal,
  type QueuedWithdrawal,
} from "@fc/contract/withdraw/console";
import { networkOf } from "@fc/contract/withdraw/kinds";
import { kycStateLabels } from "@fc/contract/kyc/console";
import { usdText } from "@fc/contract/amount-text";
import { noUsdCents } from "@fc/contract/units";
import { messageText } from "@fc/contract/ledger/message";
import { usdCentsFromWire } from "@fc/contract/money";
import type { ResponseOf } from "@fc/contract/route";
import { coinsText } from "../../../lib/format/amounts.ts";
import { eventLabel } from "../../../lib/labels/event-label.ts";
import { waitingReasons } from "../../../lib/labels/waiting-reasons.ts";
import { dateText, dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { ConfirmationFigure } from "../../../ui/queue/confirmation.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { DecidedFigures } from "../../../ui/queue/decided-figures.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { RequestSignals } from "../../signals/member-signals.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { HandPayment } from "./hand-payment.tsx";

type Risk = ResponseOf<typeof consoleWithdrawal>["data"]["risk"];

/** Shows how much is to be paid to which address, and what an operator should know of the member before paying. */
export function WithdrawalFacts({
  withdrawal,
  risk,
}: {
  withdrawal: QueuedWithdrawal;
  risk: Risk | undefined;
}) {
  const { id: operatorId, role } = useOperator();
  const { member, amount, fee, net, address, requestedAt, dueAt, payingBy } = withdrawal;
  const mayPay = mayCall(role, acceptWithdrawal);
  const isInFull = mayPay && (withdrawal.status !== "P" || payingBy?.id === operatorId);
  return (
    <>
      <Figures>
        <Figure label={<Requester member={member} />} strong>
          {coinsText(amount)}
        </Figure>
        <Figure label="Fee">{coinsText(fee)}</Figure>
        {withdrawal.tax > 0 && <Figure label="Tax deducted at source">{coinsText(withdrawal.tax)}</Figure>}
        <Figure label={netLabels[withdrawal.status]} strong>
          {coinsText(net)}
        </Figure>
        <Figure
          label={`To this address (${networkOf(withdrawal.type)})`}
          wide
          {...(mayPay && !isInFull && { hint: "The operator who takes it to be paid sees it in full." })}
        >
          {/* The button is as large as a finger, beside the address and not within its lines. */}
          <Flex component="span" align="center" gap={4} my="-0.5rem" mih="var(--fc-tap)">
            <span className="unit-id">{address}</span>
            {isInFull && <CopyButton text={address} label="Copy the address" />}
          </Flex>
        </Figure>
        <Figure label="Requested">{dateTimeText(requestedAt, "en")}</Figure>
        <Figure label="Reference">
          <ReferenceLink reference={withdrawal.reference} />
        </Figure>
        {withdrawal.status === "P" && <Figure label="Promised by">{dateTimeText(dueAt, "en")}</Figure>}
        <ConfirmationFigure request={withdrawal} />
        {withdrawal.status === "P" && payingBy && (
          <Figure label="Being paid by" hint="The member can no longer cancel it.">
            {payingBy.name}, {dateTimeText(payingBy.at, "en")}
          </Figure>
        )}
        {withdrawal.payout && (
          <Figure label="Handed over to the hot wallet">{dateTimeText(withdrawal.payout.at, "en")}</Figure>
        )}
        {withdrawal.status === "P" && withdrawal.rulesStop !== null && (
          <Figure label="Not paid automatically, because" wide>
            {withdrawal.rulesStop}
          </Figure>
        )}
        <DecidedFigures request={withdrawal} accepted="Accepted" />
        {withdrawal.transactionId !== null && (
          <Figure label="Transaction ID" wide>
            <span className="unit-id">{withdrawal.transactionId}</span>
          </Figure>
        )}
      </Figures>
      <HandPayment withdrawal={withdrawal} />
      {risk && withdrawal.status === "P" && (
        <Warnings risk={risk} isFrozen={withdrawal.memberStatus === "frozen"} />
      )}
      <RequestSignals refId={member.refId} />
      {risk && <MemberFacts risk={risk} />}
    </>
  );
}

function MemberFacts({ risk }: { risk: Risk }) {
  return (
    <Figures>
      <Figure label="Member since">{dateText(risk.joinedAt, "en")}</Figure>
      <Figure label="Address since">
        {risk.addressSince === null ? "none any more" : dateTimeText(risk.addressSince, "en")}
      </Figure>
      <Figure label="Staked, running">{usdText(usdCentsFromWire(risk.stakedUsd) ?? noUsdCents)}</Figure>
      <Figure label="Left in the wallets">{coinsText(risk.balanceFc)}</Figure>
      <Figure label="Withdrawn before">
        {coinsText(risk.withdrawnFc)} in {risk.earlierAccepted}, {risk.earlierRejected} rejected
      </Figure>
      <Figure label="KYC">
        Bank {kycText(risk, "bank")}, PAN {kycText(risk, "pan")}
      </Figure>
    </Figures>
  );
}

const netLabels = { P: "To be sent", A: "Sent", R: "Not sent" } as const;

const kycText = ({ kyc, kycStates }: Risk, part: "bank" | "pan") => {
  const [since, state] = [kyc[part], kycStates[part]];
  if (since === null) return "not given";
  return `since ${dateText(since, "en")}${state ? ` (${kycStateLabels[state].toLowerCase()})` : ""}`;
};

/** Shows the latest changes and ledger lines of the member, for an operator who is in doubt. */
export function RecentOfMember({ risk: { changes, ledger } }: { risk: Risk }) {
  return (
    <>
      <h2 className="card-title">What the member did last</h2>
      <Figures>
        {changes.map(({ id, kind, at }) => (
          <Figure key={id} label={eventLabel(kind)}>
            {dateTimeText(at, "en")}
          </Figure>
        ))}
      </Figures>
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was changed yet.
        </Text>
      )}
      <h2 className="card-title">Last in the wallets</h2>
      <Figures>
        {ledger.map(({ id, at, message, changeFc }) => (
          <Figure key={id} label={messageText(message)} hint={dateText(at, "en")}>
            {changeFc < 0 ? "−" : "+"}
            {coinsText(Math.abs(changeFc))}
          </Figure>
        ))}
      </Figures>
      {ledger.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was booked yet.
        </Text>
      )}
    </>
  );
}

function Warnings({ risk, isFrozen }: { risk: Risk; isFrozen: boolean }) {
  const warnings = [
    ...(isFrozen
      ? ["The account is frozen: somebody else may be in it. Look at the member's changes first."]
      : []),
    ...(risk.isBlocked ? ["The member is blocked."] : []),
    ...(risk.isSameAddress ? [] : ["The member's address has changed since this was requested."]),
    ...(risk.heldUntil && risk.heldAfter
      ? [
          `Withdrawals are on hold until ${dateTimeText(risk.heldUntil, "en")}, because ${waitingReasons[risk.heldAfter]}.`,
        ]
      : []),
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
