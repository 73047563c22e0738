import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { approverLine } from "../../core/approvals/approvers.ts";
import { batchText, challengeOf, mostInBatch, signedForMs } from "../../core/approvals/batch.ts";
import { PayoutJournal } from "../../core/approvals/journal.ts";
import { walletsOf } from "../../core/chain/wallets.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import { requestFor } from "../../core/passkeys/webauthn.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { after } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { SoftwarePasskey } from "../software-passkey.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** What the workers' machine has: the file of approvers, and the memory that its processes share. */
export interface ApprovalFiles {
  approversFile: string;
  journalFile: string;
  publicUrl: string;
}

const publicUrl = "https://portal.example.com";

/** Signs what waits, as an approver does on the page Payouts. */
export class DrillApprover {
  readonly #passkey = new SoftwarePasskey({ deps: { publicUrl } });
  readonly #place = requirePasskeyPlace(publicUrl);
  readonly files: ApprovalFiles;

  private constructor(folder: string) {
    this.files = {
      approversFile: join(folder, "approvers"),
      journalFile: join(folder, "journal"),
      publicUrl,
    };
  }

  static async begin(now: Date): Promise<DrillApprover> {
    const approver = new DrillApprover(await temporaryFolder());
    const { credentialId, publicKey } = approver.#passkey.kept();
    const line = approverLine({ person: "asha", email: "asha@example.com", credentialId, publicKey });
    await writeFile(approver.files.approversFile, `${line}\n`, { mode: 0o644 });
    await rm(approver.files.journalFile, { force: true });
    PayoutJournal.begin(approver.files.journalFile, { addresses: [], at: now });
    return approver;
  }

  async signWaiting(
    db: Db,
    { chain, operatorId, now }: { chain: Chain; operatorId: number; now: Date },
  ): Promise<void> {
    const [wallet] = await walletsOf(db, chain.chainId);
    const word = wallet?.approval_words.at(-1);
    if (!wallet || word === undefined) return;
    const rows = await db
      .selectFrom("chain_payouts as payout")
      .select(["payout_key", "withdrawal_id", "to_address", "units"])
      .where("settled_at", "is", null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("payout_approval_entries as entry")
              .select("entry.approval_id")
              .whereRef("entry.payout_key", "=", "payout.payout_key"),
          ),
        ),
      )
      .limit(mostInBatch)
      .execute();
    if (rows.length === 0) return;
    const text = batchText({
      chainId: chain.chainId,
      contract: chain.contract,
      wallet: wallet.address,
      word,
      expiresAt: after(now, signedForMs),
      entries: rows.map(({ payout_key: payoutId, withdrawal_id: withdrawalId, to_address: to, units }) => ({
        payoutId,
        withdrawalId,
        to,
        units: BigInt(units),
      })),
    });
    const { response } = this.#passkey.sign(requestFor(this.#place, { challenge: challengeOf(text) }));
    const bytes = (value: string) => Buffer.from(value, "base64url");
    const { id } = await db
      .insertInto("payout_approvals")
      .values({
        operator_id: operatorId,
        text,
        credential_id: this.#passkey.id,
        authenticator_data: bytes(response.authenticatorData),
        client_data: bytes(response.clientDataJSON),
        signature: bytes(response.signature),
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("payout_approval_entries")
      .values(rows.map(({ payout_key }) => ({ payout_key, approval_id: id })))
      .execute();
  }
}
