import type { BulkMailContent, previewBulkMail } from "@fc/contract/bulk-mail/console";
import type { ResponseOf } from "@fc/contract/route";
import { sql } from "kysely";
import type { Language } from "@fc/contract/languages";
import { mailFrom } from "../../core/mails/mail.ts";
import { memberMails } from "../../core/mails/mails.ts";
import { fitsFilter } from "../../core/members/filter.ts";
import type { Db } from "../../platform/db.ts";
import { renderMail } from "../../platform/mail/template.ts";
import { leftOutBecause, membersWithObstacles } from "./audience.ts";

interface Sample {
  id: number;
  refId: string;
  name: string;
  language: Language | null;
}

/** Fills the mail in where the set is empty. */
const example = { refId: "FC1234567", name: "Asha Verma" };

/** The mail as the next member of the set sees it; after the last one, the first again. */
export async function previewOf(
  db: Db,
  {
    content,
    after = 0,
    publicUrl,
    now,
  }: { content: BulkMailContent; after: number | undefined; publicUrl: string; now: Date },
): Promise<ResponseOf<typeof previewBulkMail>["data"]> {
  const member =
    (await sampleOf(db, content, after)) ?? (after === 0 ? undefined : await sampleOf(db, content, 0));
  const inLanguage = (language: Language) => {
    const { kind, subject, text } = content;
    const { content: mail } = mailFrom(memberMails["bulk-mail"], {
      to: { ...(member ?? example), email: "", language },
      now,
      values: { id: 0, kind, subject, text, isTest: false },
    });
    const { html, ...rendered } = renderMail(
      mail,
      kind === "news" ? { unsubscribeUrl: `${publicUrl}/unsubscribe` } : {},
    );
    // The page's policy allows no style sheet of the mail. It only serves dark mode and small screens.
    return { subject: rendered.subject, html: html.replace(/<style>[\s\S]*?<\/style>/, "") };
  };
  return {
    member: member ? { ...member, language: member.language ?? "en" } : null,
    mails: { en: inLanguage("en"), hi: inLanguage("hi") },
  };
}

async function sampleOf(
  db: Db,
  { kind, filter }: BulkMailContent,
  after: number,
): Promise<Sample | undefined> {
  const { rows } = await sql<Sample>`
    select member.id, member.ref_id as "refId", member.name, member.language from ${membersWithObstacles}
    where member.id > ${after} and ${fitsFilter(filter)} and ${leftOutBecause(kind)} is null
    order by member.id limit 1`.execute(db);
  return rows[0];
}
