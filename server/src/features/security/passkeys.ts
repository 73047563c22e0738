import { randomBytes } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import type { NewPasskey, PasskeyInvitation } from "@fc/contract/security/passkey-wire";
import { mostPasskeys, type PasskeyData } from "@fc/contract/security/passkeys";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { noteChange, type Client } from "../../core/members/changes.ts";
import { challengeOf, makeChallenge, takeChallenge } from "../../core/passkeys/challenges.ts";
import {
  closeSignedGrants,
  endPasskeys,
  insertPasskey,
  lockMember,
  passkeysOf,
} from "../../core/passkeys/passkeys.ts";
import { passkeyPlaceOf, requirePasskeyPlace, type PasskeyPlace } from "../../core/passkeys/place.ts";
import { challengeMs, invitationFor, madeFor } from "../../core/passkeys/webauthn.ts";
import { after } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type Confirmed<Purpose extends "passkey-add" | "passkey-end" | "passkey-confirm"> = ChangeRequest<Purpose> & {
  code: RequestCode;
};

export async function passkeyData(
  { db, publicUrl }: Deps,
  { memberId, confirmsByPasskey }: MemberSession,
): Promise<PasskeyData> {
  const passkeys = await passkeysOf(db, memberId);
  return {
    passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
      id,
      name,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    confirmsByPasskey,
    isPossible: passkeyPlaceOf(publicUrl) !== undefined,
  };
}

/** Its code allows this session to make one passkey; `finishPasskey` adds what the browser has made. */
export function passkeyAdding(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "passkey-add",
    check: async ({ actor, change }) => {
      requirePasskeyPlace(deps.publicUrl);
      await checkRoom(db, actor.memberId);
      return {
        action: { en: "Add a passkey", hi: "पासकी जोड़ें" },
        facts: [{ label: "Name", value: change.name }],
      };
    },
    perform: (request) => invite(db, { ...request, place: requirePasskeyPlace(deps.publicUrl) }),
  });
}

async function checkRoom(db: Db, memberId: number): Promise<void> {
  if ((await passkeysOf(db, memberId)).length >= mostPasskeys) throw new AppError("TOO_MANY_PASSKEYS");
}

async function invite(
  db: Db,
  request: Confirmed<"passkey-add"> & { place: PasskeyPlace },
): Promise<PasskeyInvitation> {
  const { actor, place, now } = request;
  const { memberId, sessionId, refId, name } = actor;
  const credentials = await passkeysOf(db, memberId);
  // A retry after a lost response: the same challenge is answered.
  const earlier = (await request.code.wasSpent(db))
    ? await challengeOf(db, { holder: { sessionId }, now })
    : undefined;
  const userHandle = earlier?.userHandle ?? credentials[0]?.userHandle ?? randomBytes(32);
  const challenge = earlier?.challenge ?? (await atomically(db, allowOne, { ...request, userHandle }));
  return invitationFor(place, { challenge, userHandle, refId, name, credentials });
}

async function allowOne(tx: Tx, request: Confirmed<"passkey-add"> & { userHandle: Buffer }): Promise<Buffer> {
  const { actor, change, code, userHandle, now } = request;
  await lockMember(tx, actor.memberId);
  await checkRoom(tx, actor.memberId);
  await code.spend(tx);
  const added = { name: change.name, userHandle };
  return makeChallenge(tx, { holder: { sessionId: actor.sessionId }, added, now });
}

interface MadeByBrowser {
  actor: MemberSession;
  passkey: NewPasskey;
  place: PasskeyPlace;
  client: Client;
  now: Date;
}

export async function finishPasskey(db: Db, input: MadeByBrowser): Promise<void> {
  const { actor, passkey, place, now } = input;
  const holder = { sessionId: actor.sessionId };
  const taken = await atomically(db, takeChallenge, { holder, now });
  if (!taken?.name || !taken.userHandle) {
    if (await wasJustAdded(db, input)) return;
    throw new AppError("PASSKEY_TOO_LATE");
  }
  const { challenge, name, userHandle } = taken;
  const made = await madeFor(place, { passkey, challenge });
  if (!made) throw new AppError("INVALID_PASSKEY");
  const transports = passkey.response.transports ?? [];
  await atomically(db, addPasskey, { ...input, made: { ...made, name, userHandle, transports } });
}

/** A retry after a lost response. */
async function wasJustAdded(db: Db, { actor, passkey, now }: MadeByBrowser): Promise<boolean> {
  const known = await passkeysOf(db, actor.memberId);
  const credentialId = Buffer.from(passkey.id, "base64url");
  return known.some((row) => row.credentialId.equals(credentialId) && row.addedAt > after(now, -challengeMs));
}

type Made = Omit<Parameters<typeof insertPasskey>[1], "memberId" | "now">;

async function addPasskey(
  tx: Tx,
  { actor, made, client, now }: MadeByBrowser & { made: Made },
): Promise<void> {
  const { memberId } = actor;
  const { name } = made;
  await lockMember(tx, memberId);
  await checkRoom(tx, memberId);
  if (!(await insertPasskey(tx, { ...made, memberId, now }))) throw new AppError("PASSKEY_KNOWN");
  await noteChange(tx, { actor, kind: "passkey-added", detail: name, client, now, values: { name } });
}

export function passkeyEnding(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "passkey-end",
    check: async ({ actor, change }) => {
      const { name } = await ownPasskey(db, actor.memberId, change.passkeyId);
      return {
        action: { en: "End a passkey", hi: "पासकी समाप्त करें" },
        facts: [{ label: "Name", value: name }],
      };
    },
    perform: (request) => endPasskey(db, request),
  });
}

async function ownPasskey(db: Db, memberId: number, id: string) {
  const found = (await passkeysOf(db, memberId)).find((passkey) => passkey.id === id);
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

async function endPasskey(db: Db, request: Confirmed<"passkey-end">): Promise<void> {
  // A retry after a lost response: an id is never used again.
  if (await request.code.wasSpent(db)) return;
  await atomically(db, end, request);
}

async function end(tx: Tx, { actor, change, code, client, now }: Confirmed<"passkey-end">): Promise<void> {
  const { memberId } = actor;
  await lockMember(tx, memberId);
  await code.spend(tx);
  const [name] = await endPasskeys(tx, { memberId, id: change.passkeyId, now });
  if (name === undefined) throw new AppError("NOT_FOUND");
  await noteChange(tx, { actor, kind: "passkey-ended", detail: name, client, now, values: { name } });
}

/** Takes both codes, because from then on a passkey replaces both. */
export function passkeyChoice(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "passkey-confirm",
    check: async ({ actor }) => {
      requirePasskeyPlace(deps.publicUrl);
      await checkChoice(db, actor.memberId);
      return {
        action: { en: "Confirm changes by a passkey", hi: "बदलावों की पुष्टि पासकी से करें" },
        facts: [],
      };
    },
    perform: (request) => choosePasskeys(db, request),
  });
}

async function checkChoice(db: Db, memberId: number): Promise<void> {
  if (await isChosen(db, memberId)) throw new AppError("CONFIRMED_BY_PASSKEY");
  if ((await passkeysOf(db, memberId)).length === 0) throw new AppError("NO_PASSKEY");
}

async function isChosen(db: Db, memberId: number): Promise<boolean> {
  const { chosen } = await db
    .selectFrom("members")
    .select("confirms_by_passkey as chosen")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  return chosen;
}

async function choosePasskeys(db: Db, request: Confirmed<"passkey-confirm">): Promise<void> {
  // A retry after a lost response. Only while it is chosen: the mailed code may have been chosen again since.
  if ((await isChosen(db, request.actor.memberId)) && (await request.code.wasSpent(db))) return;
  await atomically(db, choose, request);
}

async function choose(tx: Tx, { actor, code, client, now }: Confirmed<"passkey-confirm">): Promise<void> {
  const { memberId } = actor;
  await lockMember(tx, memberId);
  await checkChoice(tx, memberId);
  await code.spend(tx);
  await tx.updateTable("members").set({ confirms_by_passkey: true }).where("id", "=", memberId).execute();
  await noteChange(tx, { actor, kind: "confirms-by-passkey", client, now, values: {} });
}

/** The way back takes no code: it only asks for more. */
export async function chooseMail(
  tx: Tx,
  { actor, client, now }: { actor: MemberSession; client: Client; now: Date },
): Promise<void> {
  const { memberId } = actor;
  const changed = await tx
    .updateTable("members")
    .set({ confirms_by_passkey: false })
    .where("id", "=", memberId)
    .where("confirms_by_passkey", "=", true)
    .executeTakeFirstOrThrow();
  if (changed.numUpdatedRows !== 1n) return;
  await closeSignedGrants(tx, { memberId, now });
  await noteChange(tx, { actor, kind: "confirms-by-mail", client, now, values: {} });
}
