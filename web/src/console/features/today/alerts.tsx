import { Flex, Text } from "@mantine/core";
import { alertWords } from "@fc/contract/alerts/console-conditions";
import type { ActiveAlert, Today } from "@fc/contract/today/console";
import { Link } from "@tanstack/react-router";
import { isOlderThan } from "../../../lib/format/age-text.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { AlertIcon } from "../../../ui/icons/icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Note } from "../../../ui/feedback/note.tsx";

/** A worker checks every minute; after a few minutes without a check what the page shows is old. */
const oldAfterMs = 5 * 60_000;

/** Everything that needs somebody to act, and whether it is still watched at all. */
export function Alerts({ alerts: { checkedAt, active } }: { alerts: Today["alerts"] }) {
  const isOld = checkedAt === null || isOlderThan(oldAfterMs, checkedAt);
  return (
    <>
      {isOld && (
        <Note tone="bad">
          <p>
            {checkedAt === null
              ? "Alerts were never checked."
              : `Alerts were last checked at ${dateTimeText(checkedAt, "en")}.`}{" "}
            No worker runs: start a node without WORKER=false, or read its log.
          </p>
        </Note>
      )}
      {active.length > 0 && (
        <Card style={{ borderColor: "var(--fc-bad-text)" }}>
          <Flex component="ul" className="plain-list" direction="column" gap="md" aria-label="Alerts">
            {active.map((alert) => (
              <AlertLine key={alert.condition} {...alert} />
            ))}
          </Flex>
        </Card>
      )}
    </>
  );
}

function AlertLine({ condition, detail, since }: ActiveAlert) {
  const { title, action, page } = alertWords(condition);
  return (
    <Flex component="li" gap="sm">
      <Text span c="var(--fc-bad-text)">
        <AlertIcon />
      </Text>
      <div>
        <Text fw={600} c="var(--fc-bad-text)">
          {title}
        </Text>
        <p>
          {detail} {action} {page && <Link to={page.to}>{page.name}</Link>}
        </p>
        <Text size="sm" c="dimmed">
          Since {dateTimeText(since, "en")}
        </Text>
      </div>
    </Flex>
  );
}
