import { kycPartLabels, renewKyc, type OpenedKycCase, type QueuedKycCase } from "@fc/contract/kyc/console";
import { kycCasePartNames, type KycCasePart } from "@fc/contract/kyc/states";
import { Button, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { KycStateTag } from "../../../ui/content/kyc-state-tag.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { useKeys } from "../../../ui/queue/keys.tsx";
import { ProofViewer } from "../../../ui/queue/proof-viewer.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { RequestSignals } from "../../signals/member-signals.tsx";
import { kycCaseQuery, kycQueueKey } from "./queries.ts";

interface KycCaseDetailsProps {
  request: QueuedKycCase;
  /** The buttons that decide it. */
  children: ReactNode;
}

/** One case: both parts that the member gave side by side, because names and pictures are compared. */
export function KycCaseDetails({ request, children }: KycCaseDetailsProps) {
  const { data, error, refetch } = useQuery(kycCaseQuery(request.id, request.version));
  const { member, part, state, submittedAt, decidedAt, decidedBy, reason } = request;
  return (
    <Stack>
      <Figures>
        <Figure label={<Requester member={member} />} strong>
          {kycPartLabels[part]}
        </Figure>
        <Figure label="Submitted">{dateTimeText(submittedAt, "en")}</Figure>
        {data?.profile.dob && <Figure label="Date of birth">{dayText(data.profile.dob, "en")}</Figure>}
        {decidedAt !== null && (
          <Figure
            label={<KycStateTag state={state} />}
            hint={decidedBy === null ? undefined : `by ${decidedBy}`}
          >
            {dateTimeText(decidedAt, "en")}
          </Figure>
        )}
        {reason !== null && (
          <Figure label="Reason" wide>
            {reason}
          </Figure>
        )}
      </Figures>
      {children}
      {state === "approved" && <AskToRenew request={request} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <SimpleGrid minColWidth="min(20rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
          {kycCasePartNames.map((each) => (
            <Part key={each} part={each} opened={data} isDecided={each === part} />
          ))}
        </SimpleGrid>
      )}
      {/* Below the pictures: many signals would push them out of sight. The list shows the score of each case. */}
      <RequestSignals refId={member.refId} />
      <Text size="sm" c="dimmed">
        What you open here is written to the log and shown to the member.
      </Text>
    </Stack>
  );
}

interface PartProps {
  part: KycCasePart;
  opened: OpenedKycCase;
  /** Whether it is what the buttons decide. */
  isDecided: boolean;
}

function Part({ part, opened, isDecided }: PartProps) {
  const label = kycPartLabels[part];
  const state = opened.states[part];
  return (
    <Paper
      component="section"
      aria-label={label}
      withBorder
      p="sm"
      bd={isDecided ? "2px solid var(--fc-brand-text)" : undefined}
    >
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>{label}</Text>
          {state && <KycStateTag state={state} />}
        </Group>
        {part === "pan" ? <Pan opened={opened} /> : <Bank opened={opened} />}
      </Stack>
    </Paper>
  );
}

function Pan({ opened: { shown, profile } }: { opened: OpenedKycCase }) {
  const { pan } = shown;
  if (!pan) return <Text c="dimmed">Not given.</Text>;
  return (
    <>
      <ProofViewer src={pan.proofUrl} alt={`PAN card of ${profile.name}`} />
      <Figures>
        <Figure label="Name in PAN" hint={`In the profile: ${profile.name}`}>
          {pan.nameInPan}
        </Figure>
        <Figure label="PAN number">
          <span className="unit-id">{pan.panNumber}</span>
        </Figure>
      </Figures>
      <AlsoUsedBy members={pan.alsoUsedBy} />
    </>
  );
}

function Bank({ opened: { shown, profile } }: { opened: OpenedKycCase }) {
  const { bank } = shown;
  if (!bank) return <Text c="dimmed">Not given.</Text>;
  return (
    <>
      {bank.proofUrl === null ? (
        <Text c="dimmed">The member gave no picture of passbook or cheque.</Text>
      ) : (
        <ProofViewer src={bank.proofUrl} alt={`Passbook or cheque of ${profile.name}`} />
      )}
      <Figures>
        <Figure label="Account holder name">{profile.name}</Figure>
        <Figure label="Account number">
          <span className="unit-id">{bank.accountNumber}</span>
        </Figure>
        <Figure label="IFSC code" hint={`${bank.bankName}, ${bank.branch}`}>
          <span className="unit-id">{bank.ifscCode}</span>
        </Figure>
      </Figures>
      <AlsoUsedBy members={bank.alsoUsedBy} />
    </>
  );
}

function AlsoUsedBy({ members }: { members: readonly { refId: string; name: string }[] }) {
  if (members.length === 0) return null;
  return (
    <Note tone="bad">
      <p>The same number was given by</p>
      {members.map((member) => (
        <p key={member.refId}>
          <Requester member={member} />
        </p>
      ))}
    </Note>
  );
}

/** What was approved counts no longer, and the member is told to give it again. */
function AskToRenew({ request: { id, version, member, part } }: { request: QueuedKycCase }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  useKeys({ n: () => setAsking(true) });
  const renew = async (reason: string) => {
    setAsking(false);
    try {
      await call(renewKyc, { params: { id }, body: { version, reason } });
    } catch (failure) {
      toast.failure(failure);
    }
    await queries.invalidateQueries({ queryKey: kycQueueKey });
  };
  return (
    <Group>
      <Button variant="default" onClick={() => setAsking(true)}>
        Ask to renew (N)
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`${kycPartLabels[part]} of ${member.name} to be renewed`}
          label="Reason, as the member reads it"
          action="Ask to renew"
          onClose={() => setAsking(false)}
          onGiven={(reason) => void renew(reason)}
        />
      )}
    </Group>
  );
}
