import type { MemberStatus } from "@fc/contract/members/console-filter";
import type { PasskeyAnswer, PasskeyRequest } from "@fc/contract/security/passkey-wire";
import { makeChallenge, takeChallenge } from "../../core/passkeys/challenges.ts";
import {
  acceptSignature,
  passkeyNamed,
  refuseSignature,
  type StoredPasskey,
} from "../../core/passkeys/passkeys.ts";
import { requirePasskeyPlace, type PasskeyPlace } from "../../core/passkeys/place.ts";
import { requestFor } from "../../core/passkeys/webauthn.ts";
import { refusePaused } from "../../core/pauses/pauses.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { limitUse, networkOf } from "../../platform/rate-limit.ts";
import { randomToken } from "../../platform/secrets.ts";
import {
  countAttempt,
  type CountedAttempt,
  knownDevice,
  refuseUnlessActive,
  signIn,
  type LoginAttempt,
  type SignedIn,
} from "./login.ts";

/** Each one is a row. High, because asking is no failure and thousands share an address. */
const challengeLimit = { name: "passkey-address", points: 600, windowMs: 15 * minute } as const;

/** What a passkey has to sign. Only the browser that gets this cookie can use it, once. */
export async function askForPasskey(
  { db, publicUrl }: Deps,
  { ip, now }: { ip: string; now: Date },
): Promise<{ cookie: string; request: PasskeyRequest }> {
  const place = requirePasskeyPlace(publicUrl);
  await limitUse(db, challengeLimit, networkOf(ip), now);
  const cookie = randomToken();
  const challenge = await atomically(db, makeChallenge, { holder: { cookie }, now });
  return { cookie, request: requestFor(place, { challenge }) };
}

interface PasskeyAttempt extends LoginAttempt {
  answer: PasskeyAnswer;
  cookie: string | undefined;
}

/**
 * Signs in the member whose passkey has signed this browser's challenge. A signature cannot be guessed, so it is
 * accepted above the account's limit, as a temporary password is: guesses of passwords must not lock the owner out.
 */
export async function logInByPasskey(deps: Deps, attempt: PasskeyAttempt): Promise<SignedIn | undefined> {
  const { db } = deps;
  const { answer, cookie, now } = attempt;
  await refusePaused(db, { what: "sign-in", now });
  const place = requirePasskeyPlace(deps.publicUrl);
  const passkey = await passkeyNamed(db, answer);
  const member =
    passkey &&
    (await db
      .selectFrom("members")
      .select(["ref_id as refId", "status"])
      .where("id", "=", passkey.memberId)
      .executeTakeFirstOrThrow());
  const knownDeviceId = await knownDevice(db, passkey?.memberId, attempt.deviceId);
  const counted = await countAttempt(db, attempt, { refId: member?.refId, knownDeviceId });
  const taken =
    cookie === undefined ? undefined : await atomically(db, takeChallenge, { holder: { cookie }, now });
  if (!passkey || !member || !taken) return undefined;
  const signed = { attempt, place, passkey, challenge: taken.challenge, counted };
  const outcome = await atomically(db, acceptAndSignIn, { ...signed, status: member.status });
  if (outcome === "refused") {
    counted.refuseTooMany();
    return undefined;
  }
  if (outcome === "copied") refuseSignature(outcome);
  return outcome;
}

interface SignedChallenge {
  attempt: PasskeyAttempt;
  place: PasskeyPlace;
  passkey: StoredPasskey;
  status: MemberStatus;
  challenge: Buffer;
  counted: CountedAttempt;
}

async function acceptAndSignIn(
  tx: Tx,
  { attempt, place, passkey, status, challenge, counted }: SignedChallenge,
): Promise<SignedIn | undefined | "refused" | "copied"> {
  const { answer, ip, userAgent, now } = attempt;
  const client = { ip, userAgent };
  const verdict = await acceptSignature(tx, { place, passkey, answer, challenge, client, now });
  if (verdict !== "accepted") return verdict;
  refuseUnlessActive(status);
  return signIn(tx, {
    memberId: passkey.memberId,
    temporaryPasswordId: null,
    movedHash: null,
    counted,
    attempt,
  });
}
