import { readSubscription, subscribeAgain, unsubscribe } from "@fc/contract/bulk-mail/portal";
import { Button } from "@mantine/core";
import { QueryClientProvider, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { useT } from "../../../lib/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { PublicFrame } from "../../../ui/layout/public-frame.tsx";

/** For the link of a news mail, signed in or not. Opening it unsubscribes, says so, and offers to take it back. */
export default function UnsubscribePage() {
  const [queries] = useState(createQueryClient);
  const t = useT();
  return (
    <QueryClientProvider client={queries}>
      <PublicFrame title={t("News by mail")} lead={null} aside={null} centred>
        <Subscription />
      </PublicFrame>
    </QueryClientProvider>
  );
}

/** Marks the address once it has done its work: a reload must not undo what the member chose on the page. */
const chosen = "chosen";

function subscriptionQuery(token: string, onUnsubscribed: () => void) {
  return queryOptions({
    queryKey: ["subscription", token],
    queryFn: async () => {
      const params = { token };
      if (window.location.hash === `#${chosen}`) return (await call(readSubscription, { params })).data;
      const { data } = await call(unsubscribe, { params });
      onUnsubscribed();
      return data;
    },
    retry: false,
    staleTime: Infinity,
  });
}

function Subscription() {
  const t = useT();
  const { token = "" }: { token?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = subscriptionQuery(token, () => void navigate({ to: ".", hash: chosen, replace: true }));
  const { data, error, refetch } = useQuery(query);
  const { busy, problem, submit } = useSubmit(async (route: typeof unsubscribe | typeof subscribeAgain) => {
    const answer = await call(route, { params: { token } });
    queries.setQueryData(query.queryKey, answer.data);
  });
  const settings = <Link to="/notification-settings">{t("Which mails you get: Notification settings")}</Link>;
  if (error && !data) {
    // A link that was cut never works again: the settings do the same.
    return (
      <>
        <ErrorState error={error} onRetry={() => void refetch()} />
        {settings}
      </>
    );
  }
  if (!data) return <PageSkeleton />;
  const { refId, isSubscribed, isTest, isAnchors } = data;
  if (isTest) return <Note>{t("This is the link of a test mail. It changes nothing.")}</Note>;
  if (isAnchors) {
    return (
      <>
        <Note tone="good" live>
          {isSubscribed
            ? t("You get the daily seal again.")
            : t("You get no more mails with the daily seal.")}
        </Note>
        <FormProblem error={problem} />
        <div>
          <Button
            variant="default"
            aria-disabled={busy}
            onClick={() => void submit(isSubscribed ? unsubscribe : subscribeAgain)}
          >
            {isSubscribed ? t("Unsubscribe") : t("Get it again")}
          </Button>
        </div>
        <Link to="/anchors/{-$token}">{t("Daily seals")}</Link>
      </>
    );
  }
  return (
    <>
      <Note tone="good" live>
        <p>
          <strong>{isSubscribed ? t("You get our news again.") : t("You are unsubscribed.")}</strong>{" "}
          {isSubscribed
            ? t("User ID {refId} gets news and offers by mail.", { refId })
            : t("User ID {refId} gets no more news and offers by mail.", { refId })}
        </p>
      </Note>
      {!isSubscribed && <p>{t("Mails about your account and your money come anyway.")}</p>}
      <FormProblem error={problem} />
      <div>
        <Button
          variant="default"
          aria-disabled={busy}
          onClick={() => void submit(isSubscribed ? unsubscribe : subscribeAgain)}
        >
          {isSubscribed ? t("Unsubscribe") : t("Get news again")}
        </Button>
      </div>
      {settings}
    </>
  );
}
