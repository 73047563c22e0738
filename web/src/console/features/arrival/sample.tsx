import type { arrival } from "@fc/contract/arrival/console";
import type { ResponseOf } from "@fc/contract/route";
import { walletKinds, wallets } from "@fc/contract/wallet/kinds";
import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { exactText } from "../../../lib/format/exact-text.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";

type Sampled = NonNullable<ResponseOf<typeof arrival>["data"]>["report"]["sample"][number];
type Figures = Sampled["old"];

/** Everything that is compared, as it is written in both lines. */
const compared: readonly { title: string; text: (figures: Figures) => string; align?: "end" }[] = [
  { title: "Sponsor", text: ({ sponsor }) => sponsor ?? "none" },
  { title: "Place", text: ({ parent, side }) => (parent === null ? "root" : `${side ?? ""} of ${parent}`) },
  ...wallets.map((wallet) => ({
    title: `${walletKinds[wallet].label.replace(" Wallet", "")} (FC)`,
    text: (figures: Figures) => exactText(figures.wallets[wallet]),
    align: "end" as const,
  })),
  { title: "Stakes", text: ({ runningStakes }) => String(runningStakes), align: "end" },
  { title: "Business", text: ({ business }) => `$${exactText(business)}`, align: "end" },
];

const differencesOf = ({ old, now }: Sampled) =>
  compared.filter(({ text }) => text(old) !== text(now)).map(({ title }) => title);

const columns: readonly Column<Sampled>[] = [
  {
    title: "Member",
    cell: (member) => <Requester member={member} isNarrow />,
    value: ({ refId }) => refId,
    inCard: "heading",
  },
  ...compared.map(({ title, text, align }) => ({
    title,
    cell: ({ old, now }: Sampled) => <Both old={text(old)} now={text(now)} />,
    ...(align && { align }),
  })),
  {
    title: "Result",
    cell: (member) =>
      differencesOf(member).length === 0 ? (
        <StateTag status="A">The same</StateTag>
      ) : (
        <StateTag status="R">Differs</StateTag>
      ),
    value: (member) => (differencesOf(member).length === 0 ? "the same" : "differs"),
    inCard: "aside",
  },
];

/** One below the other, so that the digits can be compared one by one; on a phone in one line. */
function Both({ old, now }: { old: string; now: string }) {
  const narrow = useNarrow();
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      <VisuallyHidden component="span">In the files </VisuallyHidden>
      {old}
      {narrow ? " / " : <br />}
      <VisuallyHidden component="span">Here </VisuallyHidden>
      <Text span inherit {...(old !== now && { fw: 600, c: "var(--fc-bad-text)" })}>
        {now}
      </Text>
    </span>
  );
}

/** Some members as the files have them, and below that as the database has them. */
export function Sample({ members }: { members: readonly Sampled[] }) {
  const narrow = useNarrow();
  const different = members.filter((member) => differencesOf(member).length > 0).length;
  const count = members.length.toLocaleString("en-IN");
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        The import chose {count} at random.{" "}
        {narrow
          ? "First stands what the files say, behind the stroke what the database has now."
          : "The upper line is from the files, the lower one from the database now."}{" "}
        Compare some of them with the other system too.
      </Text>
      {different > 0 && (
        <Note tone="bad">
          {different.toLocaleString("en-IN")} of {count} differ. Somebody has changed them since, or the
          import is wrong: do not open the company before you know.
        </Note>
      )}
      <PlainTable label="Random members" columns={columns} rows={members} rowKey={({ refId }) => refId} />
    </Stack>
  );
}
