import type { Notice } from "@fc/contract/notices/portal";
import { Text } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { dateTimeText } from "../../lib/format/dates.ts";

/** A notice as its reader sees it. */
export function NoticeCard({ notice: { createdAt, message } }: { notice: Omit<Notice, "id"> }) {
  const { i18n } = useLingui();
  return (
    <div className="card stack stack-tight">
      <time className="small dimmed" dateTime={createdAt}>
        {dateTimeText(createdAt, i18n.locale)}
      </time>
      <Text style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{message}</Text>
    </div>
  );
}
