import { byTwo, group, number, yesNo } from "./console-kinds.ts";

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
