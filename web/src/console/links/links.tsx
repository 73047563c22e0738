import { recordOfReference } from "@fc/contract/receipts/reference";
import { logText } from "@fc/contract/operators/console-log";
import { referencesIn, type LogDetails } from "@fc/contract/operators/console-log-details";
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";

interface Place {
  to: string;
  search?: Record<string, string>;
}

/** Where a reference leads to: the receipt of a money movement, or the support message. */
export function placeOfReference(reference: string): Place {
  return recordOfReference(reference)
    ? { to: `/receipts/${reference}` }
    : { to: "/support", search: { search: reference } };
}

export function ReferenceLink({ reference }: { reference: string }) {
  return (
    <Anchor
      className="unit-id"
      inherit
      // In a sentence its colour alone would not show that it is a link.
      underline="always"
      renderRoot={(props) => <Link {...props} {...placeOfReference(reference)} />}
    >
      {reference}
    </Anchor>
  );
}

export function EntryLink({ id }: { id: number | string }) {
  const page: string = `/ledger/${id}`;
  return (
    <Anchor component={Link} to={page} className="unit-id" inherit underline="always">
      {id}
    </Anchor>
  );
}

/** What a line of the operators' log says; the records that it names are links. */
export function LogText({ action, details }: { action: string; details: LogDetails }) {
  const text = logText(action, details);
  const references = referencesIn(details).filter((each) => text.includes(each));
  if (references.length === 0) return text;
  const parts = text.split(new RegExp(`(${references.join("|")})`));
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence keep their order
    <Fragment key={at}>{references.includes(part) ? <ReferenceLink reference={part} /> : part}</Fragment>
  ));
}
