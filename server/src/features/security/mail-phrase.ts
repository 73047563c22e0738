import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { storePhrase } from "../../core/mails/phrase.ts";
import { noteChange } from "../../core/members/changes.ts";
import { lockMember } from "../../core/passkeys/passkeys.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { SecretKey } from "../../platform/secrets.ts";

export async function phraseSetAt(db: Db, memberId: number): Promise<{ setAt: string | null }> {
  const row = await db
    .selectFrom("mail_phrases")
    .select("set_at")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return { setAt: row?.set_at.toISOString() ?? null };
}

/** The code's mail does not name the phrase: an operator who looks at mails that wait must not read it. */
export function mailPhraseChange(deps: Deps) {
  const { db, secretKey } = deps;
  return guardedChange(deps, {
    purpose: "mail-phrase",
    check: ({ change }) =>
      Promise.resolve({
        action:
          change.phrase === ""
            ? { en: "Remove the phrase from your mails", hi: "अपने मेल से पहचान वाक्य हटाएँ" }
            : { en: "Choose the phrase of your mails", hi: "अपने मेल का पहचान वाक्य चुनें" },
        facts: [],
      }),
    perform: (request) => atomically(db, setPhrase, { ...request, secretKey }),
  });
}

type PhraseRequest = ChangeRequest<"mail-phrase"> & { code: RequestCode; secretKey: SecretKey };

async function setPhrase(
  tx: Tx,
  { actor, change, client, code, secretKey, now }: PhraseRequest,
): Promise<void> {
  // The same request sent twice at once: the second one waits here, and then finds the code spent by itself.
  await lockMember(tx, actor.memberId);
  if (await code.wasSpent(tx)) return;
  await code.spend(tx);
  const isRemoved = change.phrase === "";
  await storePhrase(tx, { memberId: actor.memberId, phrase: change.phrase, secretKey, now });
  const kind = isRemoved ? "mail-phrase-removed" : "mail-phrase-set";
  await noteChange(tx, { actor, kind, client, now, values: {} });
}
