import { describe, expect, test } from "vitest";
import { messageText, messageWords, stakingMessageWords, messagesSaying } from "./message.ts";

describe("a ledger message becomes plain words", () => {
  test.each([
    ["ROI", "ROS"],
    ["ROI/2026-02-03", "ROS: 2026-02-03"],
    ["DIRECT/FC7K2M9QX", "Direct bonus: FC7K2M9QX"],
    ["PAIR/150_150", "Pair matching: 150 150"],
    ["OFFER/$7,500", "Offer at $7,500 of matched business"],
    ["OFFER/DIWALI", "Offer reward: DIWALI"],
    ["STAKE", "Stake started"],
    ["STAKE/TRANSFER", "Stake paid from the transfer wallet"],
    ["STAKE/TRANSFER/FC7K2M9QX", "Stake paid from the transfer wallet: FC7K2M9QX"],
    ["WITHDRAW/REJECTED", "Withdrawal rejected and returned"],
    ["WITHDRAW/SPLIT", "Coin withdrawal: SPLIT"],
    ["TRANSFER/FC7K2M9QX_FC8P3N4RT", "Transfer from FC7K2M9QX to FC8P3N4RT"],
    ["TRANSFER/FC7K2M9QX", "Wallet transfer: FC7K2M9QX"],
    ["ADJUSTMENT/Paid twice, {sorry}", "Adjustment by hand: Paid twice, {sorry}"],
  ])("%s is %s", (message, text) => {
    expect(messageText(message)).toBe(text);
  });

  test.each([
    ["FESTIVAL_BONUS/DIWALI_2026", "Festival bonus · Diwali 2026"],
    ["LOYALTY", "Loyalty"],
    ["toString", "ToString"],
    ["__proto__", "Proto"],
    ["//", "//"],
    [" ", "-"],
    ["", "-"],
  ])("an unknown one, %s, is shown sensibly", (message, text) => {
    expect(messageText(message)).toBe(text);
  });

  test("what is filled in is kept apart from the text, to be translated", () => {
    expect(messageWords("TRANSFER/FCA_FCB")).toEqual({
      text: "Transfer from {from} to {to}",
      values: { from: "FCA", to: "FCB" },
      detail: "",
    });
  });

  test("the staking wallet's report says ROS for ROI, and a dash for all else", () => {
    expect(stakingMessageWords("ROI").text).toBe("ROS");
    expect(stakingMessageWords("ROI/2026-02-03").text).toBe("ROS");
    expect(stakingMessageWords("WITHDRAW/REQUESTED").text).toBe("-");
  });
});

test("a search for words finds the messages that say them, in the reader's language or in English", () => {
  const hindi: Record<string, string> = { "Withdrawal requested": "निकासी का अनुरोध" };
  const translated = (text: string) => hindi[text] ?? text;
  expect(messagesSaying("निकासी", translated)).toEqual(["WITHDRAW/REQUESTED"]);
  expect(messagesSaying(" ROS ", translated)).toEqual(["ROI"]);
  expect(messagesSaying("transfer from", translated)).toEqual(["TRANSFER"]);
  // What is filled into a text is no word of it.
  expect(messagesSaying("matched}", translated)).toEqual([]);
  expect(messagesSaying("  ", translated)).toEqual([]);
});
