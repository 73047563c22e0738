import * as z from "zod/mini";
import { byRewardSection } from "../plan/reward-kinds.ts";
import { route } from "../route.ts";
import { stakingPackagesUsd } from "../staking/portal.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** What the coming closing would pay the member as everything stands now. Amounts are FC unless the comment says so. */
const bySection = z.object(byRewardSection(() => z.number()));

const pairs = z.object({
  /** Unmatched dollars of both legs, and what the closing takes of each. */
  left: z.number(),
  right: z.number(),
  matched: z.number(),
  /** Dollars: what matching earns, at most the cap; and business beyond it, which is lost. */
  bonus: z.number(),
  cap: z.number(),
  flushed: z.number(),
});
export type TonightPairs = z.output<typeof pairs>;

const coverage = z.object({
  /** In basis points. */
  share: z.number(),
  /** All members' rewards together, and what the pool has for them now. */
  due: z.number(),
  available: z.number(),
  /** When the sum of all rewards was computed, and whether nothing that changes it has happened since. */
  computedAt: timestamp,
  isCurrent: z.boolean(),
});

const figures = z.object({
  /** India's day that the coming closing closes, and its end. */
  day: z.string(),
  endsAt: timestamp,
  planVersion: z.number(),
  /** What is due of each kind, and what the pool's coverage leaves of it. */
  due: bySection,
  pays: bySection,
  totalDue: z.number(),
  totalPays: z.number(),
  /** Null unless the member is qualified for matching. */
  pairs: z.nullable(pairs),
  /** Null until the sum of all rewards is computed for the first time: the amounts are those before it. */
  coverage: z.nullable(coverage),
});
export type Tonight = z.output<typeof figures>;

export const tonight = route({
  method: "GET",
  path: "/user/getTonight/:userId",
  access: "member",
  summary: "What the coming closing would pay the member, by the closing's own functions.",
  params: ownUserId,
  /** Null while a closing is running, or before the first. */
  response: z.object({ data: z.nullable(figures) }),
});

/** What it would change: more of each kind, in FC before coverage. */
const change = z.object({
  directBonus: z.number(),
  pairMatching: z.number(),
  offers: z.number(),
  total: z.number(),
  /** Dollars that would be flushed beyond those that already are. */
  flushed: z.number(),
});
export type TonightChange = z.output<typeof change>;

const oneMore = z.object({
  /** Somebody of the leg stakes; or somebody of it whom the member personally sponsored. */
  byTeam: change,
  bySponsored: change,
});

export const tonightWith = route({
  method: "GET",
  path: "/user/getTonightWith/:userId",
  access: "member",
  summary: "What one more stake in either leg would change in what the coming closing pays the member.",
  params: ownUserId,
  query: z.strictObject({
    /** Dollars of one of the packages. */
    usd: z.pipe(
      z.coerce.number("Please choose a package"),
      z.literal([...stakingPackagesUsd], "Please choose a package"),
    ),
  }),
  response: z.object({
    data: z.nullable(
      z.object({
        left: oneMore,
        right: oneMore,
        /** How long a new stake is held before it counts for bonuses; 0 where it counts at once. */
        coolingOffHours: z.number(),
      }),
    ),
  }),
});
