import { Checkbox, Fieldset, SimpleGrid } from "@mantine/core";
import type { MemberPage, RevealedKyc } from "@fc/contract/members/console";
import {
  identityFactNames,
  identityFacts,
  isKycFact,
  leastFactsAsked,
  type IdentityFact,
} from "@fc/contract/members/console-identity-facts";
import type { ReactNode } from "react";
import { dateText, dayText } from "../../../lib/format/dates.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Revealed } from "./kyc-card.tsx";
import { dollars } from "./member-cards.tsx";
import { useReveal } from "./use-reveal.ts";

interface IdentityFactsProps {
  member: MemberPage;
  asked: readonly IdentityFact[];
  onChange: (asked: readonly IdentityFact[]) => void;
}

/** What to ask for, with the right answers. A fact can be ticked only once its answer is shown. */
export function IdentityFacts({ member, asked, onChange }: IdentityFactsProps) {
  const kyc = useReveal(member.refId);
  const answer = answers(member);
  const known = identityFactNames.filter((fact) =>
    isKycFact(fact) ? member.kyc[fact] !== null : Boolean(answer[fact]),
  );
  return (
    <Fieldset
      variant="unstyled"
      legend={`Facts that the member answered rightly, at least ${leastFactsAsked}`}
    >
      {known.map((fact) => (
        <Line key={fact}>
          <Checkbox
            size="md"
            label={identityFacts[fact]}
            checked={asked.includes(fact)}
            disabled={!isShown(fact, kyc.revealed)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...asked, fact] : asked.filter((other) => other !== fact))
            }
          />
          <Answer member={member} fact={fact} kyc={kyc} />
        </Line>
      ))}
      <FormProblem error={kyc.problem} />
    </Fieldset>
  );
}

interface AskedFactsProps {
  member: MemberPage;
  asked: readonly IdentityFact[];
  kyc: ReturnType<typeof useReveal>;
}

/** What the member was asked for, for the operator who confirms: the same facts, revealed in the same way. */
export function AskedFacts({ member, asked, kyc }: AskedFactsProps) {
  return (
    <section aria-label="Facts that the member was asked for">
      <strong>The member was asked for</strong>
      {asked.map((fact) => (
        <Line key={fact}>
          <span>{identityFacts[fact]}</span>
          <Answer member={member} fact={fact} kyc={kyc} />
        </Line>
      ))}
    </section>
  );
}

/** The question on the left, the right answer beside it; below it on a phone. */
function Line({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2 }}
      verticalSpacing={0}
      mih="var(--fc-tap)"
      style={{ alignItems: "center", overflowWrap: "anywhere" }}
    >
      {children}
    </SimpleGrid>
  );
}

export function isShown(fact: IdentityFact, revealed: RevealedKyc): boolean {
  return !isKycFact(fact) || revealed[fact] !== undefined;
}

interface AnswerProps {
  member: MemberPage;
  fact: IdentityFact;
  kyc: ReturnType<typeof useReveal>;
}

/** KYC data is revealed one by one, and each reveal is logged. */
function Answer({ member, fact, kyc: { mayReveal, revealed, busy, reveal } }: AnswerProps) {
  if (!isKycFact(fact)) return <span>{answers(member)[fact]}</span>;
  if (isShown(fact, revealed)) return <Revealed part={fact} kyc={revealed} />;
  return (
    mayReveal && (
      <button
        type="button"
        className="link-button"
        aria-disabled={busy}
        aria-label={`Reveal ${identityFacts[fact]}`}
        onClick={() => void reveal(fact)}
      >
        Reveal
      </button>
    )
  );
}

function answers({ profile, network, stakes }: MemberPage): Partial<Record<IdentityFact, ReactNode>> {
  const { mobileNumber, dob, address, city, pin, nominee, relation, joiningDate } = profile;
  const stake = stakes[0];
  return {
    mobile: mobileNumber && phoneText(mobileNumber),
    dob: dob && dayText(dob, "en"),
    address: [address, city, pin].filter(Boolean).join(", "),
    nominee: [nominee, relation].filter(Boolean).join(", "),
    sponsor: network?.sponsor && `${network.sponsor.name} (${network.sponsor.refId})`,
    joined: dateText(joiningDate, "en"),
    stake: stake && `${dollars(stake.amountUsd)}, ${dateText(stake.startedAt, "en")}`,
  };
}
