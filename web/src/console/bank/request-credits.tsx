import {
  bankLinesOfRequest,
  type ComparedLine,
  type LinesOfRequest,
} from "@fc/contract/bank-statements/console-matches";
import { indiaDayOf } from "@fc/contract/period";
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { anyPage } from "../../lib/asserted.ts";
import { dayText } from "../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../lib/session/operator.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { ErrorState } from "../../ui/feedback/problem.tsx";
import { ReferenceLink } from "../links/links.tsx";
import { CreditCell, Differences } from "./credit-cell.tsx";
import { linesOfRequestQuery } from "./queries.ts";

interface BankedRequest {
  id: number;
  reference: string;
  requestedAt: string;
}

/** What the bank says about the payment of a request, beside the picture of it. Nothing before the first statement. */
export function RequestCredits({ request }: { request: BankedRequest }) {
  const { role } = useOperator();
  const { data, error, refetch } = useQuery({
    ...linesOfRequestQuery(request.id),
    enabled: mayCall(role, bankLinesOfRequest),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.lines.length === 0) return <NoLine request={request} lastDay={data.lastDay} />;
  return data.lines.map((compared) => (
    <RequestCredit key={compared.line.id} compared={compared} reference={request.reference} />
  ));
}

function NoLine({ request, lastDay }: { request: BankedRequest } & Pick<LinesOfRequest, "lastDay">) {
  const isLater = indiaDayOf(new Date(request.requestedAt)) > lastDay;
  return (
    <Note tone={isLater ? "info" : "bad"}>
      <p>
        <strong>The bank has no line for this request.</strong>
      </p>
      <Text size="sm">
        The statements {isLater ? "end before it, on" : "go up to"} {dayText(lastDay, "en")}.
      </Text>
    </Note>
  );
}

interface RequestCreditProps {
  compared: ComparedLine;
  reference: string;
}

function RequestCredit({ compared, reference }: RequestCreditProps) {
  const { line, differences, isImportedByYou } = compared;
  const { paysFor, setAside } = line;
  const isOwn = paysFor === reference;
  const isFree = paysFor === null && setAside === null;
  const isExact = isFree && differences.length === 0;
  return (
    <Note tone={isOwn || isExact ? "good" : "bad"}>
      <p>
        <strong>
          {isOwn && "This credit of the bank pays for it."}
          {isExact && "A credit of the bank matches exactly."}
          {isFree && !isExact && "A credit of the bank is near."}
          {!isOwn && paysFor !== null && "The credit is used:"}
          {setAside && "The credit was set aside:"}
        </strong>
        {!isOwn && paysFor !== null && (
          <>
            {" "}
            it pays for <ReferenceLink reference={paysFor} />.
          </>
        )}
        {setAside && ` ${setAside.reason} (${setAside.by}).`}
      </p>
      <CreditCell line={line} />
      <Differences differences={differences} />
      {isImportedByYou && isFree && (
        <Text size="sm">You imported this line. Another operator should approve by it.</Text>
      )}
      {isFree && !isExact && (
        <Anchor component={Link} to="/bank" search={anyPage({ show: "near" })} size="sm">
          Match it under Bank, if it pays for this request
        </Anchor>
      )}
    </Note>
  );
}
