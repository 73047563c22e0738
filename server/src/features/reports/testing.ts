import { randomUUID } from "node:crypto";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { drawOrder } from "../../core/ledger/accounts.ts";
import { lockBalances, post } from "../../core/ledger/post.ts";
import { draw, internalTransfer, poolFunded, reward, transfer } from "../../core/ledger/posting.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { TestClient, TestMember } from "../../testing/test-app.ts";

export async function fundPool(db: Db, now: Date): Promise<void> {
  const given = { key: randomUUID(), effectiveAt: now, amountFc: 10n ** 14n, source: "treasury" } as const;
  await atomically(db, post, poolFunded(given));
}

export type RewardKind = Parameters<typeof reward>[0];

export async function pay(
  db: Db,
  kind: RewardKind,
  memberId: number,
  amountFc: bigint,
  effectiveAt: Date,
  detail?: string,
) {
  const given = {
    key: randomUUID(),
    effectiveAt,
    memberId,
    amountFc,
    ...(detail === undefined ? {} : { detail }),
  };
  await atomically(db, post, reward(kind, given));
}

interface Moving {
  member: TestMember;
  amountFc: bigint;
  now: Date;
}

/** As much as there is, to the own transfer wallet; false where there is nothing. */
export async function moveInside(tx: Tx, { member, amountFc, now }: Moving): Promise<boolean> {
  const balances = await lockBalances(tx, { memberId: member.id, accounts: drawOrder });
  const drawn = draw(balances, amountFc);
  if (!drawn) return false;
  await post(tx, internalTransfer({ key: randomUUID(), effectiveAt: now, memberId: member.id, drawn }));
  return true;
}

export async function send(
  tx: Tx,
  { member, to, amountFc, now }: Moving & { to: TestMember },
): Promise<boolean> {
  const { transfer: held } = await lockBalances(tx, { memberId: member.id, accounts: ["transfer"] });
  if (held < amountFc) return false;
  const from = { memberId: member.id, refId: member.refId };
  const receiver = { memberId: to.id, refId: to.refId };
  await post(tx, transfer({ key: randomUUID(), effectiveAt: now, from, to: receiver, amountFc }));
  return true;
}

/** A file as its bytes; the test client's own way reads text. */
export async function bytesOf(
  url: string,
  client: TestClient,
  path: string,
): Promise<{ status: number; type: string; bytes: Uint8Array }> {
  const response = await fetch(`${url}/api${path}`, {
    headers: {
      authorization: `Bearer ${client.token}`,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, bytes: new Uint8Array(await response.arrayBuffer()) };
}

interface Word {
  text: string;
  x: number;
  y: number;
}

/** The lines of text of each page as one sees them: from the top, and from left to right. */
export async function textOfPdf(bytes: Uint8Array): Promise<string[][][]> {
  const task = getDocument({ data: bytes, verbosity: 0 });
  const document = await task.promise;
  const pages: string[][][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const words = items.flatMap((item): Word[] =>
      "str" in item && item.str.trim() !== ""
        ? [{ text: item.str, x: item.transform[4], y: item.transform[5] }]
        : [],
    );
    const rows = Map.groupBy(words, ({ y }) => Math.round(y));
    pages.push(
      [...rows]
        .toSorted(([one], [other]) => other - one)
        .map(([, row]) => row.toSorted((one, other) => one.x - other.x).map(({ text }) => text)),
    );
  }
  await task.destroy();
  return pages;
}

/** Units of FC of a figure as people read it. */
export function figure(text: string): bigint {
  const match = /^(−?)([\d,]+)(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) throw new Error(`${text} is no figure`);
  const [, minus, whole = "", fraction = ""] = match;
  const units = BigInt(whole.replaceAll(",", "") + fraction.padEnd(4, "0"));
  return minus ? -units : units;
}

export function addressOf(path: string, userId: number, query: Record<string, string>): string {
  return `${path.replace(":userId", String(userId))}?${new URLSearchParams(query).toString()}`;
}
