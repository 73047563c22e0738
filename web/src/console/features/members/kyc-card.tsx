import {
  kycParts,
  revealKyc,
  type KycPart,
  type MemberPage,
  type RevealedKyc,
} from "@fc/contract/members/console";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { ProofViewer } from "../../../ui/queue/proof-viewer.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { Section } from "./member-cards.tsx";
import { memberKey } from "./queries.ts";

const partNames = {
  bank: "Bank details",
  pan: "PAN",
  coinAddress: "Free coin address",
  fmdc: "FMDC address",
} as const satisfies Record<KycPart, string>;

/** KYC data is hidden until an operator with the right reveals it, and forgotten when the page is left. */
export function KycCard({ member: { refId, kyc } }: { member: MemberPage }) {
  const { role } = useOperator();
  const queries = useQueryClient();
  const [revealed, setRevealed] = useState<RevealedKyc>({});
  const { busy, problem, submit } = useSubmit(async (part: KycPart) => {
    const { data } = await call(revealKyc, { params: { refId }, body: { part } });
    setRevealed((before) => ({ ...before, ...data }));
    // Revealing adds a line to the member's changes, which this page shows.
    await queries.invalidateQueries({ queryKey: memberKey(refId) });
  });
  const mayReveal = mayCall(role, revealKyc);
  return (
    <Section id="kyc" title="KYC">
      <p className="small dimmed">
        {mayReveal
          ? "Every reveal is written to the log and shown to the member."
          : "Your role does not show what these say."}
      </p>
      <ul className="plain-list ruled-list">
        {kycParts.map((part) => {
          const since = kyc[part];
          const isShown = revealed[part] !== undefined;
          return (
            <li key={part} className="stack stack-tight">
              <div className="row kyc-line">
                <span>
                  <strong>{partNames[part]}</strong>{" "}
                  <span className="small dimmed">
                    {since === null ? "not given" : `since ${dateText(since, "en")}`}
                  </span>
                </span>
                {mayReveal && since !== null && !isShown && (
                  <Button
                    variant="default"
                    size="sm"
                    aria-disabled={busy}
                    aria-label={`Reveal ${partNames[part]}`}
                    onClick={() => void submit(part)}
                  >
                    Reveal
                  </Button>
                )}
              </div>
              {isShown && <Revealed part={part} kyc={revealed} />}
            </li>
          );
        })}
      </ul>
      <FormProblem error={problem} />
    </Section>
  );
}

function Revealed({ part, kyc: { bank, pan, coinAddress, fmdc } }: { part: KycPart; kyc: RevealedKyc }) {
  if (part === "bank" && bank) {
    return (
      <Figures>
        <Figure label="Account number">
          <span className="unit-id">{bank.accountNumber}</span>
        </Figure>
        <Figure label="IFSC code">
          <span className="unit-id">{bank.ifscCode}</span>
        </Figure>
        <Figure label="Bank">{bank.bankName}</Figure>
        <Figure label="Branch">{bank.branch}</Figure>
      </Figures>
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
        </Figures>
        <ProofViewer src={pan.proofUrl} alt="The member's PAN" />
      </>
    );
  }
  const address = part === "coinAddress" ? coinAddress : fmdc;
  return (
    address !== undefined && (
      <p className="row kyc-address">
        <span className="unit-id">{address}</span>
        <CopyButton text={address} label="Copy the address" />
      </p>
    )
  );
}
