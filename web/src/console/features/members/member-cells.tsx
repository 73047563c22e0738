import type { FoundMember } from "@fc/contract/members/console";
import { Link } from "@tanstack/react-router";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";

/** The address of a member's page in the console. */
export function memberPath(refId: string): string {
  return `/members/${refId}`;
}

export function MemberLink({ member: { refId, name } }: { member: { refId: string; name: string } }) {
  return (
    <Link to={memberPath(refId)} className="members-link">
      <strong>{name}</strong>
      <span className="small unit-id">{refId}</span>
    </Link>
  );
}

/** Keeps an amount or a reference on one line, however narrow its column is. */
export function Whole({ children }: { children: string }) {
  return <span className="members-whole">{children}</span>;
}

export function Moment({ at }: { at: string }) {
  return <Whole>{dateTimeText(at, "en")}</Whole>;
}

export const statusLabels = {
  active: "Active",
  blocked: "Blocked",
  frozen: "Frozen",
} as const satisfies Record<FoundMember["status"], string>;

export function MemberStatus({ status }: { status: FoundMember["status"] }) {
  return <StateTag status={status === "active" ? "A" : "R"}>{statusLabels[status]}</StateTag>;
}
