import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { requestStatuses } from "../request-states.ts";
import { route } from "../route.ts";
import { sides } from "../side.ts";
import { wallets } from "../wallet/kinds.ts";
import { timestamp } from "../wire.ts";
import { totalNames } from "./console-totals.ts";

/** What a second admin looks at before the company that moved in is opened. Amounts are plain digits, exact as in the files. */

const amount = z.string();

/** One member as the files and the database have it. */
const sampledMember = z.object({
  sponsor: z.nullable(z.string()),
  parent: z.nullable(z.string()),
  side: z.nullable(z.enum(sides)),
  wallets: z.record(z.enum(wallets), amount),
  runningStakes: z.number(),
  /** In dollars, of all stakes that were not undone. */
  business: amount,
});
export type SampledMember = z.output<typeof sampledMember>;

/** What the import read, as it was when it ended. */
export const arrivalReport = z.object({
  files: z.array(z.object({ file: z.string(), lines: z.number() })),
  totals: z.array(
    z.object({
      total: z.enum(totalNames),
      /** Whose leg it is. */
      userId: z.nullable(z.string()),
      ours: amount,
      /** Null where the other system does not say it. */
      stated: z.nullable(amount),
      /** Rounded away, beyond the fourth decimal. */
      cut: amount,
    }),
  ),
  accepted: z.array(
    z.object({ kind: z.string(), found: z.string(), count: z.number(), sum: z.nullable(z.string()) }),
  ),
  sample: z.array(z.object({ refId: z.string(), old: sampledMember })),
});
export type ArrivalReport = z.output<typeof arrivalReport>;

export const arrival = route({
  method: "GET",
  path: "/console/arrival",
  access: operatorRights.read,
  summary:
    "The company that moved in: its report, and the sampled members as they were and as they are. Null where none did.",
  response: z.object({
    data: z.nullable(
      z.object({
        folder: z.string(),
        cutDay: z.string(),
        importedBy: z.string(),
        importedAt: timestamp,
        report: z.extend(arrivalReport, {
          sample: z.array(
            z.object({ refId: z.string(), name: z.string(), old: sampledMember, now: sampledMember }),
          ),
        }),
        /** Of the opening. A refused one stays shut: the company moves into a new database. */
        status: z.enum(requestStatuses),
        proposalId: z.number(),
        /** Why it can no longer be opened here. */
        problem: z.nullable(z.string()),
        decidedBy: z.nullable(z.string()),
        decidedAt: z.nullable(timestamp),
        refusal: z.nullable(z.string()),
      }),
    ),
  }),
});
