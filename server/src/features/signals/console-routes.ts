import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/signals/console";
import { signalRules } from "@fc/contract/signals/console-rules";
import { signalDetail } from "@fc/contract/signals/console-text";
import { scoresOf } from "../../core/signals/scores.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically, type Db } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { followCursor } from "../../platform/paging.ts";
import { findMembersByTrace } from "./find.ts";
import { judgeSignal } from "./judge.ts";
import { highestScores, signalEvidence, signalPage, signalsOfMember } from "./queries.ts";

export function signalConsoleRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleSignals, ({ query }) => signalPage(db, query)),
    handle(contract.consoleSignalsCsv, async ({ query }) =>
      csvFile(
        contract.signalColumns,
        followCursor((cursor: string | undefined, size) => signalPage(db, { ...query, cursor, size })),
        (signal) => ({
          rule: signalRules[signal.rule].label,
          found: signalDetail(signal),
          members: signal.members.map(({ name, refId }) => `${name} (${refId})`).join(", "),
          memberCount: signal.memberCount,
          points: signal.isOpen ? signalRules[signal.rule].points : "looks fine",
          foundAt: csvTime(signal.foundAt),
          newestAt: csvTime(signal.newestAt),
        }),
      ),
    ),
    handle(contract.highestScores, async () => ({ data: await highestScores(db) })),
    handle(contract.consoleSignal, async ({ params }) => ({ data: await signalEvidence(db, params.id) })),
    handle(contract.judgeSignal, async ({ params, body, operating }) => {
      await atomically(db, judgeSignal, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.memberSignals, async ({ params }) => ({
      data: await signalsOfMember(db, await memberIdOf(db, params.refId)),
    })),
    handle(contract.memberScores, async ({ body }) => ({ data: await scoresOf(db, body.memberIds) })),
    handle(contract.findByTrace, async ({ body, operating }) => ({
      data: await atomically(db, findMembersByTrace, { ...body, operating, secretKey }),
    })),
  ];
}

async function memberIdOf(db: Db, refId: string): Promise<number> {
  const member = await db.selectFrom("members").select("id").where("ref_id", "=", refId).executeTakeFirst();
  if (!member) throw new AppError("NOT_FOUND");
  return member.id;
}
