import type { CodeProblem } from "@fc/contract/otp/portal";
import type { Selectable } from "kysely";
import { after, hour } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { noteArrival } from "../../platform/mail/bounces.ts";
import { limitUse, refund } from "../../platform/rate-limit.ts";
import type { Schema } from "../../platform/schema.ts";
import { keyedHash, sameBytes, type SecretKey } from "../../platform/secrets.ts";
import { failureLimit } from "./limits.ts";

/** How long after it was sent an old code is still recognised, so that the page can say what it is. */
const recognisedMs = hour;

interface CodeCheck {
  memberId: number;
  sessionId: string;
  /** The grant that the page waits for; the session's newest open one if the page names none. */
  grant: string | undefined;
  code: string;
  secretKey: SecretKey;
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
 * Whether this is the code of the grant that the page waits for, or of a newer one for the very same change. It is
 * compared with one open grant and costs it a try if it is wrong: a guess that is compared with several would be as
 * good as several guesses. The reason speaks of this session's own grants only, and a refusal is counted whatever its
 * reason, so that it tells nothing about a code that is still valid.
 */
async function matchOtp(tx: Tx, input: CodeCheck & { failuresLeft: number }): Promise<CodeVerdict> {
  const { code, secretKey, now, failuresLeft } = input;
  const found = await grantsOf(tx, input);
  // A newer code that was being sent meanwhile has closed this grant. Its own row is younger than what this read saw.
  const { held, related } = found.held?.closed_at ? await grantsOf(tx, input) : found;
  const fits = ({ id, code_hash }: Grant) => sameBytes(code_hash, keyedHash(secretKey, "otp-code", id, code));
  const compared = related.findLast(
    (grant) => isOpen(grant, now) && held && sameBytes(grant.change_digest, held.change_digest),
  );
  if (!compared) {
    const gone = held ?? related.findLast(fits) ?? related.at(-1);
    const state = gone ? stateOf(gone, related, now) : input.grant ? "expired" : "wrong";
    return { reason: state === "open" ? "wrong" : state };
  }
  const { id, verified_at } = compared;
  if (fits(compared)) {
    // A correct code is accepted again, because the first response may have been lost.
    if (!verified_at) {
      await tx.updateTable("otp_grants").set({ verified_at: now }).where("id", "=", id).execute();
      // The code of a new address proves nothing about the one that the member has.
      if (compared.purpose !== "email-new") {
        await noteArrival(tx, { memberId: input.memberId, mailedAt: compared.created_at });
      }
    }
    return "correct";
  }
  const ownTriesLeft = compared.tries_left - 1;
  if (!verified_at) {
    await tx.updateTable("otp_grants").set({ tries_left: ownTriesLeft }).where("id", "=", id).execute();
  }
  const triesLeft = verified_at ? failuresLeft : Math.min(failuresLeft, ownTriesLeft);
  if (triesLeft === 0) return { reason: "locked" };
  const isEarlier = related.some((grant) => !isOpen(grant, now) && fits(grant));
  return { reason: isEarlier ? "earlier" : "wrong", triesLeft };
}

const grantColumns = [
  "id",
  "purpose",
  "change_digest",
  "code_hash",
  "tries_left",
  "created_at",
  "expires_at",
  "verified_at",
  "closed_at",
  "consumed_at",
] as const;
type Grant = Pick<Selectable<Schema["otp_grants"]>, (typeof grantColumns)[number]>;

/** The grant that the page waits for, and all of its purpose, oldest first; of any purpose if none is open. */
async function grantsOf(tx: Tx, { memberId, sessionId, grant: id, now }: CodeCheck) {
  const found = await tx
    .selectFrom("otp_grants")
    .select(grantColumns)
    .where("member_id", "=", memberId)
    .where("session_id", "=", sessionId)
    .where((eb) =>
      eb.or([eb("created_at", ">", after(now, -recognisedMs)), ...(id ? [eb("id", "=", id)] : [])]),
    )
    .orderBy("id")
    // Guesses sent in parallel wait for each other here, so that each one is counted.
    .forUpdate()
    .execute();
  const oldestFirst = found.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const held = oldestFirst.findLast((grant) => (id ? grant.id === id : isOpen(grant, now)));
  const related = held
    ? oldestFirst.filter(({ purpose }) => purpose === held.purpose)
    : id
      ? []
      : oldestFirst;
  return { held, related };
}

function isOpen(grant: Grant, now: Date): boolean {
  return grant.closed_at === null && grant.tries_left > 0 && grant.expires_at > now;
}

/** What became of a grant, by all grants of its purpose that are still recognised. */
function stateOf(
  grant: Grant,
  related: readonly Grant[],
  now: Date,
): "open" | Exclude<CodeProblem, "wrong" | "earlier"> {
  const { closed_at, expires_at } = grant;
  if (isOpen(grant, now)) return "open";
  if (grant.consumed_at) return "spent";
  // A newer code closes the one before at the moment at which it is made.
  if (related.some((other) => other.id !== grant.id && other.created_at.getTime() === closed_at?.getTime()))
    return "replaced";
  if (closed_at === null && grant.tries_left === 0) return "locked";
  return expires_at > now ? "closed" : "expired";
}
