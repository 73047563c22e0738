import type { FastifyInstance } from "fastify";
import { after, day, type Clock } from "../clock.ts";

interface SecurityText {
  /** Where a hole is reported; without it there is no such file. */
  contact: string | undefined;
  publicUrl: string;
  clock: Clock;
}

const path = "/.well-known/security.txt";
/** The text has to say until when it is right, at most a year ahead. */
const validMs = 180 * day;

/** Tells those who found a hole where to report it, in the form of RFC 9116. */
export function mountSecurityText(app: FastifyInstance, { contact, publicUrl, clock }: SecurityText): void {
  if (contact === undefined) return;
  app.get(path, (_request, reply) => {
    const fields = [
      `Contact: ${contact}`,
      `Expires: ${after(clock(), validMs).toISOString()}`,
      "Preferred-Languages: en, hi",
      `Canonical: ${publicUrl}${path}`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${fields.join("\n")}\n`);
  });
}
