import { asFc } from "@fc/contract/units";
import { fcToWire } from "@fc/contract/money";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { listStateWords } from "../../../lib/liabilities/check-words.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { publishedQuery } from "./queries.ts";

/** What everybody is shown of the newest day, and why the list of branches is not among it. */
export function PublishedLiabilities() {
  const { data: newest } = useQuery(publishedQuery);
  if (!newest) return null;
  const { day, owed, locked, list, root } = newest;
  const coins = (units: string) => coinsText(fcToWire(asFc(BigInt(units))));
  return (
    <Card aria-label="Published liabilities">
      <h2 className="card-title">Published liabilities</h2>
      <Text c="dimmed">What members and everybody else are shown of {dayText(day, "en")}.</Text>
      <Figures>
        <Figure label="Owed to all members">{coins(owed)}</Figure>
        <Figure label="Locked principal">{coins(locked)}</Figure>
      </Figures>
      <code style={{ overflowWrap: "anywhere" }}>{root}</code>
      <Text size="sm" c="dimmed">
        {list === "shown" ? "The list of branches is shown." : listStateWords[list].en}
      </Text>
    </Card>
  );
}
