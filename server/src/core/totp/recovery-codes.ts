import { sure } from "@fc/contract/sure";
import {
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from "@fc/contract/security/authenticator";
import type { Tx } from "../../platform/db.ts";
import { keyedHashes, randomText, type SecretKey } from "../../platform/secrets.ts";
import type { AuthenticatorOwner } from "./owner.ts";

interface CodeScope {
  owner: AuthenticatorOwner;
  secretKey: SecretKey;
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
        code_hash: sure(hashesOf(scope, code)[0]),
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
    .where("code_hash", "in", hashesOf(scope, code))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Keyed: 50 bits cannot be guessed through the API, but they could be in a stolen table. By the key in use first, and by
 * those that it replaced: codes on paper outlive a key.
 */
function hashesOf({ owner, secretKey }: CodeScope, code: string): Buffer[] {
  return keyedHashes(secretKey, "recovery-code", owner.kind, String(owner.id), code);
}
