import { paymentImports, type PaymentImport } from "@fc/contract/withdraw/console";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { ReferenceLink } from "../../links/links.tsx";

/** The newest imports of payment files, with what became of each line. */
export function EarlierImports({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["payment-imports"],
    queryFn: () => call(paymentImports),
  });
  return (
    <Dialog title="Earlier imports" isWide onClose={onClose}>
      {data ? (
        <Stack>
          {data.data.length === 0 && <Text c="dimmed">No file was imported yet.</Text>}
          {data.data.map((imported) => (
            <OneImport key={imported.id} imported={imported} />
          ))}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={4} />
      )}
    </Dialog>
  );
}

function OneImport({ imported }: { imported: PaymentImport }) {
  const { at, by, file, leftOut, finishedAt, lines } = imported;
  const accepted = lines.filter(({ problem }) => problem === null);
  return (
    <details>
      <summary>
        {dateTimeText(at, "en")}, {by}
        {file !== "" && `, ${file}`}
        {": "}
        {finishedAt === null
          ? "it stopped in the middle, so the queue shows what was accepted"
          : `${accepted.length} accepted, ${lines.length - accepted.length} refused, ${leftOut} left out`}
      </summary>
      {lines.map((line) => (
        <Text
          key={`${line.reference} ${line.transactionId}`}
          size="sm"
          c={line.problem === null ? "inherit" : "var(--fc-bad-text)"}
        >
          <ReferenceLink reference={line.reference} /> · {coinsText(line.net)} · {line.problem ?? "accepted"}
        </Text>
      ))}
    </details>
  );
}
