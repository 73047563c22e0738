import { messageText } from "@fc/contract/ledger/message";
import {
  timelineKindNames,
  timelineKinds,
  type TimelineEntry,
  type TimelineKind,
} from "@fc/contract/members/console";
import { requestStates } from "@fc/contract/request-states";
import { isStaffEvent } from "@fc/contract/security/portal";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { Box, Button, Flex, Group, NativeSelect, SegmentedControl, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { eventLabel } from "../../../lib/labels/event-label.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { RuledTable } from "../../../ui/table/ruled-table.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { EntryLink, LogText, ReferenceLink } from "../../links/links.tsx";
import { dollars, Section } from "./member-cards.tsx";
import { Moment, Words } from "./member-cells.tsx";
import { timelineQuery } from "./queries.ts";

const everything = "all";
const choices = [
  { value: everything, label: "Everything" },
  ...timelineKindNames.map((kind) => ({ value: kind, label: timelineKinds[kind] })),
];

/** All that happened to the member, the newest first; older lines come below by a button. */
export function Timeline({ refId }: { refId: string }) {
  const [kind, setKind] = useState<TimelineKind>();
  const query = useInfiniteQuery(timelineQuery(refId, kind));
  const lines = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Section id="timeline" title="Timeline">
      <KindChoice
        value={kind ?? everything}
        onChange={(value) => setKind(timelineKindNames.find((known) => known === value))}
      />
      {lines ? (
        <Lines lines={lines} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <TextSkeleton rows={12} />
      )}
      {query.hasNextPage && (
        <Group>
          <Button
            variant="default"
            aria-disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? "Loading" : "Show older"}
          </Button>
        </Group>
      )}
    </Section>
  );
}

/** Side by side they are wider than a phone. */
function KindChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const given = { "aria-label": "What the timeline shows", value, data: choices };
  if (useNarrow())
    return <NativeSelect {...given} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  return <SegmentedControl {...given} bg="var(--fc-surface-quiet)" onChange={onChange} />;
}

function Lines({ lines }: { lines: readonly TimelineEntry[] }) {
  const isNarrow = useNarrow();
  if (lines.length === 0) return <Text c="dimmed">Nothing of this kind has happened yet.</Text>;
  const titles = isNarrow ? ["What, when and who"] : ["When", "What", "Who"];
  return (
    <Box mx="-1.25rem" style={{ borderTop: "1px solid var(--fc-line)", overflowX: "auto" }}>
      <RuledTable label="Timeline">
        <Table.Thead>
          <Table.Tr>
            {titles.map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
            {!isNarrow && (
              <Table.Th scope="col" data-align="end">
                Amount
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ id, at, entry }) => {
            const parts = partsOf(entry);
            return (
              <Table.Tr key={id}>
                {isNarrow ? <NarrowLine at={at} {...parts} /> : <WideLine at={at} {...parts} />}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </RuledTable>
    </Box>
  );
}

function WideLine({ at, what, who, amount }: Parts & { at: string }) {
  return (
    <>
      <Table.Td>
        <Moment at={at} />
      </Table.Td>
      <Table.Td>
        <span className="any-length">{what}</span>
      </Table.Td>
      <Table.Td>{who}</Table.Td>
      <Table.Td data-align="end">{amount}</Table.Td>
    </>
  );
}

function NarrowLine({ at, what, who, amount }: Parts & { at: string }) {
  return (
    <Table.Td>
      <Flex wrap="wrap" justify="space-between" gap="0 0.75rem">
        <span className="any-length">{what}</span>
        <Box ml="auto">{amount}</Box>
      </Flex>
      <Text size="sm" c="dimmed">
        <Moment at={at} />, {who}
      </Text>
    </Table.Td>
  );
}

interface Parts {
  what: ReactNode;
  who: ReactNode;
  amount?: ReactNode;
}

const theMember = "member";
const theHouse = "FC Portal";

function partsOf(entry: TimelineEntry["entry"]): Parts {
  switch (entry.source) {
    case "ledger": {
      const { message, wallet, type, amountFc, reference, id } = entry.line;
      return {
        what: (
          <>
            {messageText(message)}{" "}
            {reference === null ? (
              <EntryLink id={id.split("-")[0] ?? id} />
            ) : (
              <ReferenceLink reference={reference} />
            )}
          </>
        ),
        who: <Whole>{walletKinds[wallet].label}</Whole>,
        amount: (
          <span style={{ whiteSpace: "nowrap" }}>
            {type === "C" ? "+" : "−"}
            <CoinsCell coins={amountFc} isPublic /> FC
          </span>
        ),
      };
    }
    case "staking-request": {
      const { reference, amountUsd, status, isCancelled } = entry.line;
      return {
        what: (
          <Flex wrap="wrap" align="center" gap="0 0.5rem">
            <span>
              Requested a stake <ReferenceLink reference={reference} />
            </span>
            <StateTag status={status}>{isCancelled ? "Cancelled" : requestStates[status].label}</StateTag>
          </Flex>
        ),
        who: theMember,
        amount: dollars(amountUsd),
      };
    }
    case "change": {
      const { kind, detail, device, ip } = entry.line;
      return {
        what: (
          <>
            {eventLabel(kind)}
            {detail !== "" && `: ${detail}`}
            {device !== "" && (
              <Text span inherit c="dimmed">
                {` ${device}, ${ip}`}
              </Text>
            )}
          </>
        ),
        who: isStaffEvent(kind) ? "staff" : theMember,
      };
    }
    case "message": {
      const { message, reference, isSignedIn } = entry.line;
      return {
        what: <Written text={message} reference={reference} />,
        who: isSignedIn ? theMember : "somebody at the login page",
      };
    }
    case "answer": {
      const { text, reference, operator } = entry.line;
      return { what: <Written text={text} reference={reference} />, who: operator ?? theMember };
    }
    case "mail": {
      const { subject, sentAt } = entry.line;
      return { what: `Mail${sentAt === null ? ", not sent" : ""}: ${subject}`, who: theHouse };
    }
    case "log":
      return { what: <LogText {...entry.line} />, who: entry.line.operator };
  }
}

function Written({ text, reference }: { text: string; reference: string }) {
  return (
    <>
      <Words>{`“${text}”`}</Words> <ReferenceLink reference={reference} />
    </>
  );
}
