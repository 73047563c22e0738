import { steerBulkMail } from "@fc/contract/bulk-mail/console";
import { memberStatuses, stakeFilterNames, type MemberFilter } from "@fc/contract/members/console-filter";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { bulkMailQuery } from "./queries.ts";
import { ResultsTable } from "./results-table.tsx";
import { RunCard } from "./run-card.tsx";
import { WhatWasSent } from "./what-was-sent.tsx";

/** A new bulk mail, a draft, or one that is sent with the result of each mail. */
export default function BulkMailPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  if (id === "new") return <DraftEditor key="new" filter={filterIn(search)} />;
  return <KnownMail key={id} id={Number(id)} />;
}

/** The page of members leads here with what it was narrowed by. */
function filterIn(search: Record<string, unknown>): MemberFilter {
  const text = (name: string) => (typeof search[name] === "string" ? search[name] : undefined);
  const filter = {
    search: text("search"),
    status: memberStatuses.find((each) => each === search["status"]),
    from: text("from"),
    to: text("to"),
    stake: stakeFilterNames.find((each) => each === search["stake"]),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function KnownMail({ id }: { id: number }) {
  const { role } = useOperator();
  const { data: mail, error, refetch } = useQuery(bulkMailQuery(id));
  if (!mail) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  if (mail.state === "draft" && mayCall(role, steerBulkMail)) {
    return (
      <Stack>
        <WaitingHere kinds={["bulk-mail"]} subject={`bulk-mail-${id}`} />
        <DraftEditor mail={mail} filter={mail.filter} />
      </Stack>
    );
  }
  return (
    <Stack>
      <RunCard mail={mail} />
      {mail.sentAt !== null && !mail.isForgotten && <ResultsTable mail={mail} />}
      <WhatWasSent mail={mail} />
    </Stack>
  );
}
