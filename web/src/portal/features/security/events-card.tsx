import { Stack } from "@mantine/core";
import type { MemberEvent } from "@fc/contract/security/portal";
import { useLingui } from "@lingui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ClockIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { ShowOlder } from "../../../ui/table/show-older.tsx";
import { deviceText } from "../../../lib/labels/device-text.ts";
import { eventDetail, eventTitles } from "../../../lib/labels/event-titles.ts";
import { eventsQuery } from "./queries.ts";

/** What the member should recognise as their own doing, and what staff did. */
export function EventsCard() {
  const t = useT();
  return (
    <Card title={t("Recent changes")}>
      <p className="dimmed small">
        {t("If you do not recognise one of them, change your password at once and write to support.")}{" "}
        {t("What FC Portal staff changed or looked at is listed here too.")}
      </p>
      <Events />
    </Card>
  );
}

function Events() {
  const t = useT();
  const { id } = useMember();
  const list = useInfiniteQuery(eventsQuery(id));
  const { data, error, refetch } = list;
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={4} />;
  const events = data.pages.flatMap((page) => page.data);
  if (events.length === 0) {
    return (
      <EmptyState
        icon={ClockIcon}
        hint={t("A new password, address or record is listed here, with the device that it came from.")}
      >
        {t("No sensitive changes yet.")}
      </EmptyState>
    );
  }
  return (
    <>
      <ol className="plain-list ruled-list">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      <ShowOlder list={list} />
    </>
  );
}

function Event({ event }: { event: MemberEvent }) {
  const t = useT();
  const { i18n } = useLingui();
  const detail = eventDetail(event, t);
  return (
    <li>
      <Stack gap={0} style={{ overflowWrap: "anywhere" }}>
        <strong>{t(eventTitles[event.kind])}</strong>
        {detail !== "" && <span>{detail}</span>}
        <time className="small dimmed" dateTime={event.happenedAt}>
          {dateTimeText(event.happenedAt, i18n.locale)}
        </time>
        {event.by === "staff" ? (
          <span className="small dimmed">{t("By FC Portal staff")}</span>
        ) : (
          <span className="small dimmed">
            {deviceText(event.device, t)}
            {" · "}
            <span className="unit-id">{event.address}</span>
          </span>
        )}
      </Stack>
    </li>
  );
}
