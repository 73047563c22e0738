import { expect, test } from "vitest";
import { recentReceivers } from "./recent-receivers.ts";

const transfer = (toRefId: string, amount: number) => ({
  id: `${amount}`,
  reference: `TR-${amount}`,
  fromRefId: "FCME",
  toRefId,
  amount,
  respondedAt: "2026-02-03T04:05:06.000Z",
});

test("the last transfer to each of the three latest receivers is offered again", () => {
  const newestFirst = [
    transfer("FCA", 9),
    transfer("FCB", 8),
    transfer("FCA", 7),
    transfer("FCC", 6),
    transfer("FCD", 5),
  ];
  expect(recentReceivers(newestFirst).map(({ amount }) => amount)).toEqual([9, 8, 6]);
});
