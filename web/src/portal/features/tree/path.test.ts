import type { Side } from "@fc/contract/side";
import type { TeamPath } from "@fc/contract/tree/portal";
import { expect, test } from "vitest";
import { startFor } from "./path.ts";

function path(...stretches: [Side, number, string][]): TeamPath {
  const isLong = (stretches.at(-1)?.[1] ?? 0) > 5;
  return {
    above: isLong ? { refId: "above", name: "Above" } : null,
    from: { refId: "me", name: "Me" },
    stretches: stretches.map(([side, steps, refId]) => ({ side, steps, to: { refId, name: refId } })),
    steps: stretches.reduce((sum, [, steps]) => sum + steps, 0),
  };
}

test("a near one is shown from oneself", () => {
  expect(startFor(path())).toBe("me");
  expect(startFor(path(["left", 2, "a"], ["right", 3, "b"]))).toBe("me");
});

test("a far one is shown from the highest turn that is near", () => {
  expect(startFor(path(["left", 2314, "a"], ["right", 3, "b"]))).toBe("a");
  expect(startFor(path(["left", 2314, "a"], ["right", 2, "b"], ["left", 3, "c"]))).toBe("a");
  expect(startFor(path(["left", 9, "a"], ["right", 7, "b"], ["left", 3, "c"]))).toBe("b");
});

test("one at the end of a long leg is shown from a few steps above", () => {
  expect(startFor(path(["left", 68_467, "a"]))).toBe("above");
  expect(startFor(path(["right", 2, "a"], ["left", 68_467, "b"]))).toBe("above");
});
