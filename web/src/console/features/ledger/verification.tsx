import { verifyLedger, type VerificationResult } from "@fc/contract/ledger/console";
import { Button, Group, List, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { isUnderWay } from "../../../lib/requested-job.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { RequestedJobState } from "../../../ui/content/requested-job-state.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { verificationsQuery } from "./queries.ts";
import { Card } from "../../../ui/layout/page.tsx";

/** Starts a verification of the ledger, and shows whether balances, postings and seals agree. */
export function Verification() {
  const { role } = useOperator();
  const queries = useQueryClient();
  const { data } = useQuery(verificationsQuery);
  const { busy, problem, submit } = useSubmit(async () => {
    await call(verifyLedger);
    await queries.invalidateQueries({ queryKey: verificationsQuery.queryKey });
  });
  const newest = data?.[0];
  const isBusy = busy || isUnderWay(newest);
  return (
    <Card aria-label="Verification">
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 className="card-title">Verification</h2>
          <Text c="dimmed">Every balance, entry and seal, read by a worker from one moment.</Text>
        </div>
        {mayCall(role, verifyLedger) && (
          <Button
            variant="default"
            aria-disabled={isBusy}
            mod={{ busy: isBusy }}
            onClick={() => !isBusy && void submit()}
          >
            {isBusy ? "Under way" : "Verify the ledger"}
          </Button>
        )}
      </Group>
      <FormProblem error={problem} />
      {newest && <RequestedJobState run={newest} />}
      {newest?.result && <Found result={newest.result} />}
    </Card>
  );
}

function Found({ result }: { result: VerificationResult }) {
  const { entries, postings, seals, unsealed, differences, firstDifferences, head } = result;
  const count = (number: number) => number.toLocaleString("en-IN");
  return (
    <>
      <Note tone={differences === 0 ? "good" : "bad"}>
        {differences === 0 ? "Nothing differs." : `${count(differences)} differences.`} {count(entries)}{" "}
        entries, {count(postings)} postings, {count(seals)} {seals === 1 ? "seal" : "seals"};{" "}
        {count(unsealed)} entries not sealed yet.
      </Note>
      {firstDifferences.length > 0 && (
        <List size="sm" style={{ overflowWrap: "anywhere" }}>
          {firstDifferences.map((difference) => (
            <List.Item key={difference}>{difference}</List.Item>
          ))}
        </List>
      )}
      {head !== null && (
        <Text size="sm" c="dimmed">
          Head of the chain, to be kept elsewhere: <span className="unit-id">{head}</span>
        </Text>
      )}
    </>
  );
}
