import * as z from "zod";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";

const caughtMail = z.object({
  id: z.string(),
  messageId: z.optional(z.string()),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  receivedAt: z.string(),
});
export type CaughtMail = z.output<typeof caughtMail>;

export interface CaughtMails {
  /** Newest first: all mails, or those whose recipient contains the text. */
  list(to: string): CaughtMail[];
  get(id: string): CaughtMail | undefined;
  /** Changes whenever the list does. */
  version(): string;
  add(received: { raw: Buffer; to: string[]; now: Date }): Promise<void>;
  clear(): Promise<void>;
}

/** One file per mail. Sorted by name, the files are in order of time. */
export async function openCaughtMails(folder: string, keep: number): Promise<CaughtMails> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let mails = await readAll(folder);
  const known = new Set(mails.map((mail) => mail.messageId));
  const run = randomBytes(4).toString("hex");
  let changes = 0;

  const fileOf = (id: string) => path.join(folder, `${id}.json`);

  async function trim(): Promise<void> {
    while (mails.length > keep) {
      const oldest = mails.shift();
      if (oldest) await rm(fileOf(oldest.id), { force: true });
    }
  }

  await trim();

  return {
    list(to) {
      const words = to.trim().toLowerCase();
      return mails.filter((mail) => mail.to.toLowerCase().includes(words)).toReversed();
    },
    get: (id) => mails.find((mail) => mail.id === id),
    version: () => `${run}-${changes}`,

    async add({ raw, to, now }) {
      const parsed = await PostalMime.parse(raw);
      const { messageId } = parsed;
      // Added before the file is written, so that two deliveries of one mail at the same time are stored once.
      if (messageId !== undefined && known.has(messageId)) return;
      known.add(messageId);
      const mail: CaughtMail = {
        id: `${String(now.getTime()).padStart(14, "0")}-${randomBytes(4).toString("hex")}`,
        messageId,
        from: parsed.from?.address ?? "",
        to: to.join(", "),
        subject: parsed.subject ?? "",
        text: parsed.text ?? "",
        html: parsed.html ?? "",
        receivedAt: now.toISOString(),
      };
      try {
        // Renamed when complete, so that an interrupted write leaves no broken mail.
        const unfinished = `${fileOf(mail.id)}.part`;
        await writeFile(unfinished, JSON.stringify(mail), { mode: 0o600 });
        await rename(unfinished, fileOf(mail.id));
      } catch (error) {
        known.delete(messageId);
        throw error;
      }
      mails.push(mail);
      changes++;
      await trim();
    },

    async clear() {
      const gone = mails;
      mails = [];
      known.clear();
      changes++;
      for (const mail of gone) await rm(fileOf(mail.id), { force: true });
    },
  };
}

async function readAll(folder: string): Promise<CaughtMail[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
  const mails: CaughtMail[] = [];
  for (const name of names) {
    try {
      mails.push(caughtMail.parse(JSON.parse(await readFile(path.join(folder, name), "utf8"))));
    } catch {
      // A damaged file in a developer's inbox must not prevent the start.
    }
  }
  return mails;
}
