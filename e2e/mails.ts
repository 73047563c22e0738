import { expect } from "@playwright/test";
import { environment } from "./environment.ts";

interface Mail {
  subject: string;
  text: string;
}

/** The newest mail in an inbox whose subject fits; waits for the worker to send it. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const response = await fetch(`${environment.inboxUrl()}api/messages?to=${encodeURIComponent(address)}`);
    const mails = (await response.json()) as Mail[];
    found = mails.find((mail) => subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass({ intervals: [50, 100, 250, 500, 1000] });
  return found as Mail;
}

/** The code in the newest mail whose subject fits. */
export async function codeMailedTo({ email }: { email: string }, subject = /code/): Promise<string> {
  const { text } = await mailTo(email, subject);
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}
