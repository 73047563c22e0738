import {
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from "@fc/contract/security/authenticator";
import type { Tx } from "../../platform/db.ts";
import { keyedHash, randomText } from "../../platform/secrets.ts";
import type { AuthenticatorOwner } from "./owner.ts";

interface CodeScope {
  owner: AuthenticatorOwner;
  secretKey: string;
}

/** Makes ten new codes, which are shown only once, and deletes the earlier ones. */
export async function replaceRecoveryCodes(tx: Tx, scope: CodeScope): Promise<string[]> {
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

/** Uses up a recovery code. Returns whether it was a valid one. */
export async function spendRecoveryCode(
  tx: Tx,
  { code, now, ...scope }: CodeScope & { code: string; now: Date },
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

/** Keyed: 50 bits cannot be guessed through the API, but they could be in a stolen table. */
function hashOf({ owner, secretKey }: CodeScope, code: string): Buffer {
  return keyedHash(secretKey, "recovery-code", owner.kind, String(owner.id), code);
}
