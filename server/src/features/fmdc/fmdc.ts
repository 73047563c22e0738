import * as contract from "@fc/contract/fmdc/portal";
import { AppError } from "@fc/contract/errors";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import { noteChange, type Client } from "../../core/members/changes.ts";
import { otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { checkedAddress } from "../../core/wallet/coin-address.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type Creation = BodyOf<typeof contract.createFmdc>;

export async function fmdcOf(db: Db, memberId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("fmdc_addresses")
    .select("address")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return row?.address;
}

export function fmdcGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "fmdc",
    route: contract.createFmdc,
    check: async ({ actor, change }) => {
      addressIn(actor, change);
      if (await fmdcOf(db, actor.memberId)) throw new AppError("ONE_TIME_ONLY");
    },
    describe: ({ token }) => ({
      action: "Confirm your FMDC address",
      facts: [
        { label: "FMDC address", value: checkedAddress(token, "token") },
        { label: "Mind", value: "It is entered once and cannot be changed" },
      ],
    }),
  });
}

interface FmdcCall {
  actor: MemberSession;
  change: Creation;
  client: Client;
  secretKey: string;
  now: Date;
}

export async function createFmdc(tx: Tx, call: FmdcCall): Promise<string> {
  const { actor, change, client, secretKey, now } = call;
  const { memberId, sessionId } = actor;
  const address = addressIn(actor, change);
  const inserted = await tx
    .insertInto("fmdc_addresses")
    .values({ member_id: memberId, address, created_at: now })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .executeTakeFirstOrThrow();
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    // The same address again is a retry after a lost response.
    if ((await fmdcOf(tx, memberId)) === address) return address;
    throw new AppError("ONE_TIME_ONLY");
  }
  await consumeOtp(tx, { memberId, sessionId, purpose: "fmdc", change, secretKey, now });
  await noteChange(tx, {
    actor,
    kind: "fmdc-changed",
    detail: `${address.slice(0, 8)}…${address.slice(-6)}`,
    client,
    now,
    values: { address },
  });
  return address;
}

function addressIn({ refId }: MemberSession, change: Creation): string {
  // Another member's user id is answered as if it did not exist.
  if (normaliseRefId(change.refId) !== refId) throw new AppError("NOT_FOUND");
  return checkedAddress(change.token, "token");
}
