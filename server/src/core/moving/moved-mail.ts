import type { Tx } from "../../platform/db.ts";

/** MD5, SHA and plain text are never taken over, so most members need it. It names no password and has no link. */
const subject = { en: "We have moved", hi: "हम नए सिस्टम पर आ गए हैं" };
const text = {
  en: "We have moved to a new system. Your user ID, your team, your wallets and your stakes are as they were.\n\nOpen the portal and press Forgot Password: a temporary password comes by mail, and you choose your own.\n\nWe never ask for your password or a code by phone, message or mail.",
  hi: "हम एक नए सिस्टम पर आ गए हैं। आपकी यूज़र ID, आपकी टीम, आपके वॉलेट और आपके स्टेक पहले जैसे ही हैं।\n\nपोर्टल खोलें और “पासवर्ड भूल गए” दबाएँ: एक अस्थायी पासवर्ड ई-मेल से आएगा, और आप अपना पासवर्ड चुनेंगे।\n\nहम फ़ोन, संदेश या ई-मेल से कभी आपका पासवर्ड या कोड नहीं माँगते।",
};

/** A draft to all members, which operators read, change and send as any bulk mail. */
export async function draftMovedMail(
  tx: Tx,
  { operatorId, now }: { operatorId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto("bulk_mails")
    .values({
      kind: "service",
      service_reason: "Members need it to sign in after the move",
      filter: JSON.stringify({}),
      subject: JSON.stringify(subject),
      text: JSON.stringify(text),
      written_by: operatorId,
      created_at: now,
      changed_by: operatorId,
      changed_at: now,
    })
    .execute();
}
