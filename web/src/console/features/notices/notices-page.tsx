import {
  consoleNoticesCsv,
  consoleNoticeSorts,
  noticeStates,
  withdrawNotice,
  writeNotice,
  type NoticeState,
  type WrittenNotice,
} from "@fc/contract/notices/console";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { CloseIcon } from "../../../ui/icons/icons.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { NoticeCard } from "../../../ui/content/notice-card.tsx";
import { NoticeDialog } from "./notice-dialog.tsx";
import { noticesKey, writtenNoticesQuery } from "./queries.ts";

type Sort = (typeof consoleNoticeSorts)[number];

const stateLabels: Record<NoticeState, string> = {
  scheduled: "Scheduled",
  live: "Live",
  past: "Past",
  withdrawn: "Withdrawn",
};
const stateStatus = { scheduled: "P", live: "A", past: undefined, withdrawn: "R" } as const;

const columns: readonly Column<WrittenNotice, Sort>[] = [
  { title: "State", cell: stateTag, inCard: "aside" },
  { title: "Notice", cell: (notice) => <Content notice={notice} />, inCard: "heading" },
  { title: "Shown", cell: (notice) => <Shown notice={notice} />, sort: "startsAt" },
];

function stateTag({ state }: WrittenNotice) {
  return (
    <StateTag status={stateStatus[state]} icon={state === "withdrawn" ? CloseIcon : undefined}>
      {stateLabels[state]}
    </StateTag>
  );
}

function Content({ notice: { message, readers, writtenBy } }: { notice: WrittenNotice }) {
  return (
    <>
      <Text inherit lineClamp={1} maw="34rem">
        {message}
      </Text>
      <Text inherit c="dimmed" fw={400}>
        For {readersText(readers)}
        {writtenBy === null ? "" : `, by ${writtenBy}`}
      </Text>
    </>
  );
}

function readersText(readers: WrittenNotice["readers"]): string {
  if (readers === null) return "all members";
  const [first] = readers;
  return readers.length === 1 && first ? `${first.name} (${first.refId})` : `${readers.length} members`;
}

function Shown({ notice: { startsAt, endsAt, changedBy, changedAt } }: { notice: WrittenNotice }) {
  return (
    <>
      from <Whole>{dateTimeText(startsAt, "en")}</Whole>
      {endsAt !== null && (
        <p>
          until <Whole>{dateTimeText(endsAt, "en")}</Whole>
        </p>
      )}
      {changedBy !== null && changedAt !== null && (
        <Text size="sm" c="dimmed">
          changed by {changedBy}, {dateTimeText(changedAt, "en")}
        </Text>
      )}
    </>
  );
}

interface NoticeActions {
  onChange: (notice: WrittenNotice) => void;
  onWithdraw: (notice: WrittenNotice) => void;
}

function actionsOf(actions: NoticeActions): Column<WrittenNotice, Sort> {
  return { title: "Actions", cell: (notice) => <Actions notice={notice} {...actions} />, inCard: "actions" };
}

function Actions({ notice, onChange, onWithdraw }: NoticeActions & { notice: WrittenNotice }) {
  if (notice.state !== "scheduled" && notice.state !== "live") return null;
  return (
    <Group gap="0 1rem" mx={-4}>
      <button type="button" className="link-button" onClick={() => onChange(notice)}>
        Change
      </button>
      <button type="button" className="link-button" onClick={() => onWithdraw(notice)}>
        Withdraw
      </button>
    </Group>
  );
}

/** All notices: published, expired and planned ones. */
export default function NoticesPage() {
  const { role } = useOperator();
  const table = useTable({
    sorts: consoleNoticeSorts,
    first: { sort: "startsAt", order: "desc" },
    filters: ["state"],
  });
  const { state, ...query }: typeof table.query & { state?: string } = table.query;
  const known = noticeStates.find((choice) => choice === state);
  const found = { ...query, ...(known ? { state: known } : {}) };
  const result = useQuery(writtenNoticesQuery(found));
  const [writing, setWriting] = useState<WrittenNotice | "new">();
  const [withdrawing, setWithdrawing] = useState<WrittenNotice>();
  const mayWrite = mayCall(role, writeNotice);
  const actions = { onChange: setWriting, onWithdraw: setWithdrawing };
  return (
    <Stack>
      {mayWrite && (
        <div>
          <Button onClick={() => setWriting("new")}>Write a notice</Button>
        </div>
      )}
      <DataTable
        label="Notices"
        table={table}
        columns={mayWrite ? [...columns, actionsOf(actions)] : columns}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="Words of the notice"
        filters={
          <ChoiceFilter
            label="State"
            name="state"
            choices={noticeStates.map((choice) => [choice, stateLabels[choice]])}
            table={table}
          />
        }
        download={() => download(consoleNoticesCsv, { query: withoutPage(found) })}
        details={detailsOf}
        empty={<p className="state">No notice has been written yet.</p>}
      />
      {writing && (
        <NoticeDialog
          notice={writing === "new" ? undefined : writing}
          onClose={() => setWriting(undefined)}
        />
      )}
      {withdrawing && <WithdrawDialog notice={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </Stack>
  );
}

function detailsOf({ message, startsAt, readers }: WrittenNotice) {
  return (
    <Stack gap={6}>
      <NoticeCard notice={{ message, createdAt: startsAt }} />
      {readers !== null && (
        <Text size="sm">For {readers.map(({ name, refId }) => `${name} (${refId})`).join(", ")}</Text>
      )}
    </Stack>
  );
}

function WithdrawDialog({ notice, onClose }: { notice: WrittenNotice; onClose: () => void }) {
  const { id, version } = notice;
  const withdrawal = useChange(
    noticesKey,
    () => call(withdrawNotice, { params: { id }, body: { version } }),
    () => {
      toast.done("The notice was withdrawn");
      onClose();
    },
  );
  return (
    <ConfirmDialog title="Withdraw this notice?" action="Withdraw" change={withdrawal} onClose={onClose}>
      <NoticeCard notice={{ message: notice.message, createdAt: notice.startsAt }} />
      <p>
        {notice.state === "live"
          ? "It disappears from the members' notice boards at once."
          : "It will not appear on any notice board."}{" "}
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
