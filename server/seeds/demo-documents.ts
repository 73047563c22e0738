import { documentKindNames } from "@fc/contract/documents/kinds";
import { sql } from "kysely";
import { firstText, proposeRelease, saveDraft } from "../src/features/documents/drafts.ts";
import { after, day } from "../src/platform/clock.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { demoOperatorId } from "./demo-console.ts";
import { demoClientOf } from "./demo-confirmed.ts";

/** The texts that come with the product, released without the remark for the lawyer, and accepted by everybody. */
export async function seedDemoDocuments({ db, publicUrl }: Deps, { now }: { now: Date }): Promise<void> {
  const operating = { operatorId: await demoOperatorId(db), ip: "192.0.2.10", now: after(now, -3 * day) };
  for (const kind of documentKindNames) {
    const { en, hi } = await firstText(kind);
    const text = { en: withoutRemark(en), hi: withoutRemark(hi) };
    const revision = await atomically(db, saveDraft, { kind, revision: 0, text, operating });
    const request = { kind, revision, isSubstantial: true, reason: "The first texts", operating, publicUrl };
    await atomically(db, proposeRelease, request);
  }
  await atomically(db, acceptAll, { now });
}

function withoutRemark(text: string): string {
  return text.replace(/^\[[^\]]*\]\s*/, "");
}

async function acceptAll(tx: Tx, { now }: { now: Date }): Promise<void> {
  const { userAgent } = demoClientOf(0);
  await sql`insert into acceptances (member_id, kind, version, accepted_at, session_id, ip, user_agent)
    select members.id, kind, version, greatest(members.joined_at, ${after(now, -2 * day)}), gen_random_uuid(),
      '2001:db8:' || to_hex(members.id / 65536) || ':' || to_hex(members.id % 65536) || '::1', ${userAgent}
    from members cross join document_versions`.execute(tx);
}
