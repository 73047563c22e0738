import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { loadDkim } from "./dkim.ts";
import { createMailTransport } from "./transport.ts";

const place = { domain: "example.com", selector: "portal" };

test("a mail is signed with the key of the settings", async () => {
  const keyFile = join(await temporaryFolder(), "dkim.pem");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  await writeFile(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      void text(stream)
        .then((mail) => received.push(mail))
        .finally(done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://127.0.0.1:${port}`, {
    dkim: await loadDkim({ ...place, keyFile }),
  });
  await transport.send({
    messageId: "<one@example.com>",
    from: "no-reply@example.com",
    to: "asha@example.com",
    subject: "Hello",
    text: "Hello",
    html: "<p>Hello</p>",
    date: new Date("2026-11-15T06:30:00Z"),
  });
  transport.close();
  server.close();
  expect(received[0]).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;[^]*d=example\.com;[^]*s=portal;[^]*b=\S/);
});

test("a file that holds no key is refused before the first mail", async () => {
  const keyFile = join(await temporaryFolder(), "dkim.pem");
  await writeFile(keyFile, "not a key");
  await expect(loadDkim({ ...place, keyFile })).rejects.toThrow();
  await expect(loadDkim({ ...place, keyFile: `${keyFile}.missing` })).rejects.toThrow();
});
