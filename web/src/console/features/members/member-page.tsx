import type { MemberPage as MemberFacts } from "@fc/contract/members/console";
import { Group, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { waitingReasons } from "../../../lib/labels/waiting-reasons.ts";
import { AllSignals, useMayInvestigate } from "../../signals/member-signals.tsx";
import { AccessActions } from "./access-actions.tsx";
import { CorrectionsSection } from "./corrections-section.tsx";
import { ClosureNote } from "./closure-note.tsx";
import { NetworkCard, ProfileCard, Section, WalletsCard } from "./member-cards.tsx";
import { Folded } from "./folded.tsx";
import { HistorySections } from "./history-sections.tsx";
import { KycCard } from "./kyc-card.tsx";
import { LedgerSection } from "./ledger-section.tsx";
import { MemberStatus } from "./member-cells.tsx";
import { AdjustmentsSection, DeductionsSection } from "./money-section.tsx";
import { memberQuery } from "./queries.ts";
import {
  acceptanceRecords,
  changeRecords,
  logRecords,
  messageRecords,
  Records,
  sessionRecords,
  stakeRecords,
} from "./records.tsx";
import { SummaryCard } from "./summary-card.tsx";
import { Timeline } from "./timeline.tsx";
import { Card } from "../../../ui/layout/page.tsx";

export default function MemberPage() {
  const { refId = "" }: { refId?: string } = useParams({ strict: false });
  return <Member key={refId} refId={refId} />;
}

function Member({ refId }: { refId: string }) {
  const { data: member, error, refetch } = useQuery(memberQuery(refId));
  const mayInvestigate = useMayInvestigate();
  if (error && !member) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!member) return <PageSkeleton />;
  return (
    <Stack>
      <header>
        <Card>
          <Group gap="sm" justify="space-between">
            <div>
              <Title order={2} fz="1.25rem" style={{ overflowWrap: "anywhere" }}>
                {member.name}
              </Title>
              <Group gap="0.25rem 0.5rem">
                <span className="unit-id">{member.refId}</span>
                <CopyButton text={member.refId} label="Copy the user ID" />
                <MemberStatus status={member.status} />
              </Group>
            </div>
            <AccessActions member={member} />
          </Group>
          <Notes member={member} />
        </Card>
      </header>
      <div className="member-overview">
        <Stack>
          <SummaryCard member={member} />
          <WalletsCard member={member} />
          <KycCard member={member} />
          {mayInvestigate && (
            <Section id="signals" title="Signals">
              <AllSignals refId={member.refId} />
            </Section>
          )}
          <ProfileCard member={member} />
        </Stack>
        <Timeline refId={member.refId} />
      </div>
      <DeductionsSection member={member} />
      <AdjustmentsSection member={member} />
      <CorrectionsSection member={member} />
      <Folded title="Network, requests, receipts and sign-ins">
        <NetworkCard member={member} />
        <HistorySections refId={member.refId} />
      </Folded>
      <Folded title="Ledger">
        <LedgerSection refId={member.refId} />
      </Folded>
      <Folded title="Stakes, sessions and documents">
        <Records {...stakeRecords} rows={member.stakes} />
        <Records {...sessionRecords} rows={member.sessions} />
        <Records {...acceptanceRecords} rows={member.acceptances} />
      </Folded>
      <Folded title="Messages, changes and log as tables">
        <Records {...messageRecords} rows={member.support} />
        <Records {...changeRecords} rows={member.changes} />
        <Records {...logRecords} rows={member.log} />
      </Folded>
    </Stack>
  );
}

/** What an operator has to know before anything else. */
function Notes({ member }: { member: MemberFacts }) {
  return (
    <>
      {member.status === "frozen" && (
        <Note tone="bad">
          The account is frozen: “This was not me” was chosen in a mail to this member, or support froze it.
          Nobody can sign in and no withdrawal is paid until somebody has looked. Unblock opens the account
          again.
        </Note>
      )}
      {member.closure && <ClosureNote closure={member.closure} />}
      {member.bounce && (
        <Note tone="bad">
          Mails to {member.profile.mailId} do not arrive since {dateTimeText(member.bounce.since, "en")}: they
          are {member.bounce.kind} by the mail server ({member.bounce.status}). The member is asked in the
          portal to change the address.
        </Note>
      )}
      {member.withdrawalsHeldUntil && member.withdrawalsHeldAfter && (
        <Note>
          Coin withdrawals are on hold until {dateTimeText(member.withdrawalsHeldUntil, "en")}, because{" "}
          {waitingReasons[member.withdrawalsHeldAfter]}.
        </Note>
      )}
    </>
  );
}
