import { noUsdCents } from "@fc/contract/units";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { newestRequestQuery } from "./queries.ts";

/** Why the last request was rejected, and the way to try again with the same amount. */
export function RejectedNote({ onTryAgain }: { onTryAgain: (amountUsd: number) => void }) {
  const t = useT();
  const { id } = useMember();
  const { data: newest } = useQuery(newestRequestQuery(id));
  if (newest?.status !== "R" || newest.isCancelled) return null;
  const amount = usdText(usdCentsFromWire(newest.amountUsd) ?? noUsdCents);
  return (
    <Note tone="bad">
      <p>
        {t("Your last request of {amount} was rejected: {reason}", { amount, reason: newest.reason ?? "–" })}
      </p>
      <Button variant="default" size="sm" mt={8} onClick={() => onTryAgain(newest.amountUsd)}>
        {t("Try again with {amount}", { amount })}
      </Button>
    </Note>
  );
}
