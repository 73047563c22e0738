import { documentKinds } from "@fc/contract/documents/kinds";
import { acceptances } from "@fc/contract/documents/portal";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { securityKey } from "./queries.ts";

/** Which versions of the terms the member has accepted, and when. */
export function DocumentsCard() {
  const t = useT();
  const { i18n } = useLingui();
  const { id: userId } = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: [...securityKey(userId), "acceptances"],
    queryFn: async () => (await call(acceptances, { params: { userId } })).data.accepted,
  });
  return (
    <Card title={t("What you accepted")}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={2} />
        )
      ) : data.length === 0 ? (
        <p className="dimmed">{t("You were not asked to accept anything yet.")}</p>
      ) : (
        <ul className="plain-list ruled-list">
          {data.map(({ kind, version, acceptedAt }) => (
            <li key={`${kind}-${version}`}>
              <Link to="/documents/{-$kind}/{-$version}" params={{ kind, version: String(version) }}>
                {t(documentKinds[kind].title)}, {t("version {version}", { version })}
              </Link>
              <br />
              <time className="small dimmed" dateTime={acceptedAt}>
                {dateTimeText(acceptedAt, i18n.locale)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to="/my-data">{t("Save your data or close the account")}</Link>
      </p>
    </Card>
  );
}
