import type { CodeProblem } from "@fc/contract/otp/portal";
import { after, hour } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { limitUse, refund } from "../../platform/rate-limit.ts";
import { keyedHash, sameBytes } from "../../platform/secrets.ts";
import { failureLimit } from "./limits.ts";

/** How long after it was sent an old code is still recognised, so that the page can say what it is. */
const recognisedMs = hour;

interface CodeCheck {
  memberId: number;
  sessionId: string;
  /** The grant that the page waits for. Without it, the code may be for any open grant of the session. */
  grant: string | undefined;
  code: string;
  secretKey: string;
  now: Date;
}

/** Whether the code is correct; if not, why. */
type CodeVerdict = "correct" | { reason: CodeProblem; triesLeft?: number };

/** Checks a code. Failures are also counted per member, across codes and sessions. */
export async function verifyOtp(db: Db, input: CodeCheck): Promise<CodeVerdict> {
  const { left: failuresLeft } = await limitUse(db, failureLimit, input.memberId, input.now);
  const verdict = await atomically(db, matchOtp, { ...input, failuresLeft });
  if (verdict === "correct") await refund(db, failureLimit, input.memberId);
  return verdict;
}

/**
 * Whether this session has an open grant with this code. A wrong code costs every grant that it was compared with a
 * try. The reason speaks of this session's own grants only, and a refusal is counted whatever its reason, so that it
 * tells nothing about a code that is still valid.
 */
async function matchOtp(tx: Tx, input: CodeCheck & { failuresLeft: number }): Promise<CodeVerdict> {
  const { code, secretKey, now, failuresLeft } = input;
  const { held, related } = await grantsOf(tx, input);
  const fits = ({ id, code_hash }: Grant) => sameBytes(code_hash, keyedHash(secretKey, "otp-code", id, code));
  const compared = related.filter(
    (grant) =>
      stateOf(grant, now) === "open" && (!held || sameBytes(grant.change_digest, held.change_digest)),
  );
  const match = compared.find(fits);
  if (match) {
    // A correct code is accepted again, because the first response may have been lost.
    if (!match.verified_at) {
      await tx.updateTable("otp_grants").set({ verified_at: now }).where("id", "=", match.id).execute();
    }
    return "correct";
  }
  const guessed = compared.filter((grant) => !grant.verified_at);
  await takeTry(tx, guessed);
  const earlier = related.find((grant) => !compared.includes(grant) && fits(grant));
  if (compared.length === 0) {
    const gone = held ?? earlier ?? related.at(-1);
    const state = gone ? stateOf(gone, now) : input.grant ? "expired" : "wrong";
    return { reason: state === "open" ? "wrong" : state };
  }
  const triesLeft = Math.min(failuresLeft, ...guessed.map((grant) => grant.tries_left - 1));
  if (triesLeft === 0) return { reason: "locked" };
  return { reason: earlier ? "earlier" : "wrong", triesLeft };
}

type Grant = Awaited<ReturnType<typeof grantsOf>>["related"][number];

/** The grant that the page waits for, and all of its purpose, oldest first; of any purpose if the page names none. */
async function grantsOf(tx: Tx, { memberId, sessionId, grant: id, now }: CodeCheck) {
  const found = await tx
    .selectFrom("otp_grants")
    .select(["id", "purpose", "change_digest", "code_hash", "tries_left"])
    .select(["created_at", "expires_at", "verified_at", "closed_at", "consumed_at"])
    .where("member_id", "=", memberId)
    .where("session_id", "=", sessionId)
    .where((eb) =>
      eb.or([eb("created_at", ">", after(now, -recognisedMs)), ...(id ? [eb("id", "=", id)] : [])]),
    )
    .orderBy("id")
    // Guesses sent in parallel wait for each other here, so that each one is counted.
    .forUpdate()
    .execute();
  const held = found.find((grant) => grant.id === id);
  const related = held ? found.filter(({ purpose }) => purpose === held.purpose) : id ? [] : found;
  return { held, related: related.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()) };
}

function stateOf(grant: Omit<Grant, "id">, now: Date): "open" | Exclude<CodeProblem, "wrong" | "earlier"> {
  if (grant.consumed_at) return "spent";
  if (grant.closed_at) return "replaced";
  if (grant.tries_left === 0) return "locked";
  return grant.expires_at > now ? "open" : "expired";
}

async function takeTry(tx: Tx, grants: readonly { id: string }[]): Promise<void> {
  if (grants.length === 0) return;
  await tx
    .updateTable("otp_grants")
    .set((eb) => ({ tries_left: eb("tries_left", "-", 1) }))
    .where(
      "id",
      "in",
      grants.map(({ id }) => id),
    )
    .execute();
}
