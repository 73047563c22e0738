import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureFrom } from "./picture.ts";

test("of a crowd of pictures most wait for their turn, and the rest is asked to come back", async () => {
  const file = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#ffffff" } })
    .png()
    .toBuffer();
  const results = await Promise.allSettled(Array.from({ length: 45 }, () => pictureFrom(file)));
  const refused = results.filter((result) => result.status === "rejected");
  expect(results.length - refused.length).toBe(42);
  expect(refused.map(({ reason }) => reason.code)).toEqual(["UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE"]);
});
