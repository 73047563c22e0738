import { kycParts, type KycPart, type MemberPage, type RevealedKyc } from "@fc/contract/members/console";
import { kycCaseParts, type KycCasePart } from "@fc/contract/kyc/states";
import { Button, Flex, Group, Text } from "@mantine/core";
import { dateText, dateTimeText } from "../../../lib/format/dates.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { KycStateTag } from "../../../ui/content/kyc-state-tag.tsx";
import { ProofViewer } from "../../../ui/queue/proof-viewer.tsx";
import { Section } from "./member-cards.tsx";
import { MemberLink } from "./member-cells.tsx";
import { AddressOwnership } from "./unsigned-address.tsx";
import { useReveal } from "./use-reveal.ts";

const partNames = {
  bank: "Bank details",
  pan: "PAN",
  coinAddress: "Free coin address",
  fmdc: "FMDC address",
} as const satisfies Record<KycPart, string>;

/** KYC data is hidden until an operator with the right reveals it, and forgotten when the page is left. */
export function KycCard({ member }: { member: MemberPage }) {
  const { refId, kyc, kycStates: states } = member;
  const { mayReveal, revealed, busy, problem, reveal } = useReveal(refId);
  return (
    <Section id="kyc" title="KYC">
      <Text size="sm" c="dimmed">
        {mayReveal
          ? "Every reveal is written to the log and shown to the member."
          : "Your role does not show what these say."}
      </Text>
      <ul className="plain-list ruled-list">
        {kycParts.map((part) => {
          const since = kyc[part];
          const isShown = revealed[part] !== undefined;
          return (
            <Flex component="li" key={part} direction="column" gap={6}>
              <Group gap="sm" wrap="nowrap" justify="space-between" mih="var(--fc-tap)">
                <span>
                  <strong>{partNames[part]}</strong>{" "}
                  <Text component="span" size="sm" c="dimmed">
                    {since === null ? "not given" : `since ${dateText(since, "en")}`}
                  </Text>{" "}
                  {isCasePart(part) && states[part] && <KycStateTag state={states[part]} />}
                </span>
                {mayReveal && since !== null && !isShown && (
                  <Button
                    variant="default"
                    size="sm"
                    flex="none"
                    aria-disabled={busy}
                    aria-label={`Reveal ${partNames[part]}`}
                    onClick={() => void reveal(part)}
                  >
                    Reveal
                  </Button>
                )}
              </Group>
              {part === "coinAddress" && since !== null && <AddressOwnership member={member} />}
              {isShown && <Revealed part={part} kyc={revealed} withPicture />}
            </Flex>
          );
        })}
      </ul>
      <FormProblem error={problem} />
    </Section>
  );
}

function isCasePart(part: KycPart): part is KycCasePart {
  return part in kycCaseParts;
}

interface RevealedProps {
  part: KycPart;
  kyc: RevealedKyc;
  /** Also the pictures, and the earlier records of the PAN. */
  withPicture?: boolean;
}

export function Revealed({ part, kyc: { bank, pan, coinAddress, fmdc }, withPicture }: RevealedProps) {
  if (part === "bank" && bank) {
    return (
      <>
        <Figures>
          <Figure label="Account number">
            <span className="unit-id">{bank.accountNumber}</span>
          </Figure>
          <Figure label="IFSC code">
            <span className="unit-id">{bank.ifscCode}</span>
          </Figure>
          <Figure label="Bank">{bank.bankName}</Figure>
          <Figure label="Branch">{bank.branch}</Figure>
          <AlsoUsedBy members={bank.alsoUsedBy} />
        </Figures>
        {withPicture && bank.proofUrl !== null && (
          <ProofViewer src={bank.proofUrl} alt="The member's passbook or cheque" />
        )}
      </>
    );
  }
  if (part === "pan" && pan) {
    return (
      <>
        <Figures>
          <Figure label="Name in PAN">{pan.nameInPan}</Figure>
          <Figure label="PAN number">
            <span className="unit-id">{pan.panNumber}</span>
          </Figure>
          <AlsoUsedBy members={pan.alsoUsedBy} />
        </Figures>
        {withPicture && <ProofViewer src={pan.proofUrl} alt="The member's PAN" />}
        {withPicture && pan.earlier.length > 0 && <EarlierPans earlier={pan.earlier} />}
      </>
    );
  }
  const address = part === "coinAddress" ? coinAddress : fmdc;
  return (
    address !== undefined && (
      <Flex component="p" align="center" wrap="wrap" gap={4}>
        <span className="unit-id">{address}</span>
        <CopyButton text={address} label="Copy the address" />
      </Flex>
    )
  );
}

/** A number that several members gave is no proof of anything, but somebody should look. */
function AlsoUsedBy({ members }: { members: NonNullable<RevealedKyc["pan"]>["alsoUsedBy"] }) {
  if (members.length === 0) return null;
  return (
    <Figure label="The same number is used by">
      <ul className="plain-list">
        {members.map(({ refId, name }) => (
          <li key={refId}>
            <MemberLink member={{ refId, name }} />
          </li>
        ))}
      </ul>
    </Figure>
  );
}

/** What was corrected stays on record. */
function EarlierPans({ earlier }: { earlier: NonNullable<RevealedKyc["pan"]>["earlier"] }) {
  return (
    <ul className="plain-list small dimmed">
      {earlier.map(({ nameInPan, panNumber, until }) => (
        <li key={until}>
          Corrected {dateTimeText(until, "en")}: {nameInPan}, <span className="unit-id">{panNumber}</span>
        </li>
      ))}
    </ul>
  );
}
