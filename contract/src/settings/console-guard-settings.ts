import { byTwo, coins, group, number, yesNo } from "./console-kinds.ts";

/** How many people it takes where one could do much at once. */

export const pauseSettings = group("Pauses", {
  twoToOpen: byTwo(
    "to drop it",
    yesNo(true, {
      label: "Two people to open again",
      help: "One operator pauses at once. Opening before the end takes a second one, or not.",
    }),
  ),
});

export const priceSettings = group("Prices", {
  repeatAbovePercent: number("%", { min: 1, max: 100 }, 10, {
    label: "Type again above",
    help: "A price that changes by more than this has to be typed twice; by more than half always.",
  }),
  twoAbovePercent: byTwo(
    "to raise it",
    number("%", { min: 1, max: 100 }, 25, {
      label: "Two people above",
      help: "A price that changes by more than this within a day takes two people; by more than half always.",
    }),
  ),
});

/** From when on a coin address has to be proven. */
export const addressProofSettings = group("Proof of coin addresses", {
  isNeeded: byTwo(
    "to drop it",
    yesNo(false, {
      label: "Needed for large withdrawals",
      help: "Above the amount below, coins are only sent to an address whose owner has signed that it is the member's, or which two operators have accepted unsigned.",
    }),
  ),
  neededAboveFc: byTwo(
    "to raise it",
    coins(100_000_000, {
      label: "Needed above",
      help: "What a member withdraws within 24 hours counts together. It counts if the proof is needed at all.",
    }),
  ),
});
