import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { mountSecurityText } from "./security-text.ts";

async function answerOf(contact: string | undefined) {
  const app: FastifyInstance = Fastify();
  const clock = () => new Date("2026-11-18T12:00:00Z");
  mountSecurityText(app, { contact, publicUrl: "https://portal.example.com", clock });
  const answer = await app.inject("/.well-known/security.txt");
  await app.close();
  return answer;
}

test("who found a hole reads where to report it, and until when that is right", async () => {
  const answer = await answerOf("mailto:security@example.com");
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(answer.body).toBe(
    [
      "Contact: mailto:security@example.com",
      "Expires: 2027-05-17T12:00:00.000Z",
      "Preferred-Languages: en, hi",
      "Canonical: https://portal.example.com/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

test("without a contact there is no such file", async () => {
  expect((await answerOf(undefined)).statusCode).toBe(404);
});
