import {
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from "@fc/contract/security/authenticator";
import type { Tx } from "../../platform/db.ts";
import { keyedHash, randomText } from "../../platform/secrets.ts";
import type { Owner } from "./owner.ts";

interface Scope {
  owner: Owner;
  secretKey: string;
}

/** Ten new codes, told this once; what is left of the earlier ones is worth nothing from here on. */
export async function replaceRecoveryCodes(tx: Tx, scope: Scope): Promise<string[]> {
  const { owner } = scope;
  await tx
    .deleteFrom("recovery_codes")
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .execute();
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    randomText(recoveryCodeAlphabet, recoveryCodeLength),
  );
  await tx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        owner_kind: owner.kind,
        owner_id: owner.id,
        code_hash: hashOf(scope, code),
      })),
    )
    .execute();
  return codes;
}

/** Whether it is one of the codes that are left; it is none of them any more then. */
export async function spendRecoveryCode(
  tx: Tx,
  { code, now, ...scope }: Scope & { code: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("owner_kind", "=", scope.owner.kind)
    .where("owner_id", "=", scope.owner.id)
    .where("code_hash", "=", hashOf(scope, code))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Keyed: 50 bits are beyond guessing through the door, but not in a stolen table. */
function hashOf({ owner, secretKey }: Scope, code: string): Buffer {
  return keyedHash(secretKey, "recovery-code", owner.kind, String(owner.id), code);
}
