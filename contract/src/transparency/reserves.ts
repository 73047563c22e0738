import * as z from "zod/mini";
import { route } from "../route.ts";
import { csv } from "../table.ts";
import { timestamp } from "../wire.ts";

/** Where the coins of the rewards pool come from, in the order in which those of one month are counted as paid out. */
export const poolSourceNames = ["treasury", "fees", "deductions", "stakes_ended"] as const;
export type PoolSource = (typeof poolSourceNames)[number];

/** How many months the page shows; the file has all. */
export const reserveMonths = 12;

const bySource = z.object({
  treasury: z.number(),
  fees: z.number(),
  deductions: z.number(),
  stakes_ended: z.number(),
});

/** All in FC, less what was reversed. */
const reserveMonth = z.object({
  /** 2026-11, by India's days. */
  month: z.string(),
  /** Stakes paid from outside, and those that were paid from a wallet. */
  newStakes: z.number(),
  walletStakes: z.number(),
  /** Coins paid out by withdrawals. */
  payouts: z.number(),
  rewards: z.number(),
  /** From which source the rewards were paid, and what came into the pool. */
  paidFrom: bySource,
  funded: bySource,
  /** The pool at the end of the month, or now. */
  pool: z.number(),
});
export type ReserveMonth = z.output<typeof reserveMonth>;

export const reserves = z.object({
  /** The rewards pool at this moment. */
  at: timestamp,
  pool: z.number(),
  /** The last time that the wallets on the chain were read; null where no chain is connected. */
  compared: z.nullable(
    z.object({
      at: timestamp,
      /** The pool at that moment; null where it was not kept. */
      pool: z.nullable(z.number()),
      wallets: z.array(z.object({ address: z.string(), block: z.number(), coins: z.number() })),
    }),
  ),
  /** The newest first. */
  months: z.array(reserveMonth),
});
export type Reserves = z.output<typeof reserves>;

export const reserveColumns = {
  month: "Month",
  newStakes: "New stakes (FC)",
  walletStakes: "Stakes from wallets (FC)",
  payouts: "Payouts (FC)",
  rewards: "Rewards paid (FC)",
  paidTreasury: "Paid from treasury (FC)",
  paidFees: "Paid from fees (FC)",
  paidDeductions: "Paid from deductions (FC)",
  paidEnded: "Paid from ended stakes (FC)",
  fundedTreasury: "Into the pool from treasury (FC)",
  fundedFees: "Into the pool from fees (FC)",
  fundedDeductions: "Into the pool from deductions (FC)",
  fundedEnded: "Into the pool from ended stakes (FC)",
  pool: "Pool at the end (FC)",
} as const;

export const reserveMonthsCsv = route({
  method: "GET",
  path: "/user/getReserves/csv",
  access: "member",
  summary: "Stakes, payouts, rewards and the pool's sources of every month, as a file.",
  response: csv,
  download: { contentType: "text/csv", filename: "reserves.csv" },
});
