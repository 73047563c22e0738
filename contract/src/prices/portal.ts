import * as z from "zod/mini";
import { wireFc, wireUsd } from "../amounts.ts";
import { route } from "../route.ts";

/** In a path everything is text; what is not written as an amount becomes NaN and is refused. */
const written = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
const inPath = (amount: typeof wireFc) =>
  z.object({ amount: z.pipe(z.pipe(z.string(), z.transform(written)), amount) });

const converted = z.object({ data: z.number() });

export const dailyPrice = route({
  method: "GET",
  path: "/user/coinTodayPrice",
  access: "member",
  summary: "How many FC $15 buy today, and how many rupees a dollar is.",
  response: z.object({ cost: z.number(), inrPerUsd: z.number() }),
});

export const coinToInr = route({
  method: "GET",
  path: "/user/coinToInr/:amount",
  access: "member",
  summary: "What an amount of FC is worth in rupees.",
  params: inPath(wireFc),
  response: converted,
});

export const coinToUsd = route({
  method: "GET",
  path: "/user/coinToUsd/:amount",
  access: "member",
  summary: "What an amount of FC is worth in dollars.",
  params: inPath(wireFc),
  response: converted,
});

export const usdToCoin = route({
  method: "GET",
  path: "/user/usdToCoin/:amount",
  access: "member",
  summary: "How many FC an amount of dollars costs.",
  params: inPath(wireUsd),
  response: converted,
});
