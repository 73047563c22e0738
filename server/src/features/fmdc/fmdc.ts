import type * as contract from "@fc/contract/fmdc/portal";
import { AppError } from "@fc/contract/errors";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { noteChange } from "../../core/members/changes.ts";
import { checkedOwnAddress, shortAddress } from "../../core/wallet/coin-address.ts";
import { refuseSanctioned } from "../../core/wallet/sanctions.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
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

export function fmdcChange(deps: Deps) {
  const { db, chain } = deps;
  return guardedChange(deps, {
    purpose: "fmdc",
    check: async ({ actor, change }) => {
      const address = await addressIn(db, { actor, change, chain });
      if (await fmdcOf(db, actor.memberId)) throw new AppError("ONE_TIME_ONLY");
      await refuseSanctioned(chain, address);
      return {
        action: { en: "Confirm your FMDC address", hi: "अपने FMDC पते की पुष्टि करें" },
        facts: [
          { label: "FMDC address", value: address },
          {
            label: "Mind",
            value: {
              en: "It is entered once and cannot be changed",
              hi: "यह केवल एक बार दर्ज होता है और बदला नहीं जा सकता",
            },
          },
        ],
      };
    },
    perform: (request) => atomically(db, createFmdc, { ...request, chain }),
  });
}

type FmdcRequest = ChangeRequest<"fmdc"> & { code: RequestCode; chain: Chain | undefined };

async function createFmdc(tx: Tx, request: FmdcRequest): Promise<string> {
  const { actor, change, client, code, chain, now } = request;
  const { memberId } = actor;
  const address = await addressIn(tx, { actor, change, chain });
  const inserted = await tx
    .insertInto("fmdc_addresses")
    .values({ member_id: memberId, address, created_at: now })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .executeTakeFirstOrThrow();
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    // The same address is a retry of this call after a lost response.
    if ((await fmdcOf(tx, memberId)) === address) return address;
    throw new AppError("ONE_TIME_ONLY");
  }
  await code.spend(tx);
  await noteChange(tx, {
    actor,
    kind: "fmdc-changed",
    detail: shortAddress(address),
    client,
    now,
    values: { address },
  });
  return address;
}

async function addressIn(
  db: Db,
  { actor, change, chain }: { actor: MemberSession; change: Creation; chain: Chain | undefined },
): Promise<string> {
  // Another member's user id is answered as if it did not exist.
  if (normaliseRefId(change.refId) !== actor.refId) throw new AppError("NOT_FOUND");
  return checkedOwnAddress(db, { typed: change.token, field: "token", chain });
}
