import { Anchor, Text } from "@mantine/core";
import type { FoundMember } from "@fc/contract/members/console";
import { memberStatusLabels } from "@fc/contract/members/console-filter";
import { Link } from "@tanstack/react-router";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";

/** The address of a member's page in the console. */
export function memberPath(refId: string): string {
  return `/members/${refId}`;
}

export function MemberLink({ member: { refId, name } }: { member: { refId: string; name: string } }) {
  return (
    <Anchor className="member-link" component={Link} to={memberPath(refId)} lh={1.35}>
      <Text span inherit fw={600}>
        {name}
      </Text>
      <Text span size="sm" c="dimmed" fw={400} className="unit-id">
        {refId}
      </Text>
    </Anchor>
  );
}

/** Words of any length; on a phone they are read from their beginning, below their title. */
export function Words({ children }: { children: string }) {
  return (
    <Text span inherit display="inline-block" miw="11rem" ta="start" style={{ whiteSpace: "pre-line" }}>
      {children}
    </Text>
  );
}

export function Moment({ at }: { at: string }) {
  return <Whole>{dateTimeText(at, "en")}</Whole>;
}

export function MemberStatus({ status }: { status: FoundMember["status"] }) {
  return <StateTag status={status === "active" ? "A" : "R"}>{memberStatusLabels[status]}</StateTag>;
}
