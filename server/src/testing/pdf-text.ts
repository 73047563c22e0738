import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { TestClient } from "./test-app.ts";

/** Downloads a file as bytes; the test client itself reads text. */
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

/** The lines of each page in reading order, each line as its words. */
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

/** Converts a printed figure to units of FC. */
export function figure(text: string): bigint {
  const match = /^(−?)([\d,]+)(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) throw new Error(`${text} is not a figure`);
  const [, minus, whole = "", fraction = ""] = match;
  const units = BigInt(whole.replaceAll(",", "") + fraction.padEnd(4, "0"));
  return minus ? -units : units;
}

export function addressOf(path: string, userId: number, query: Record<string, string>): string {
  return `${path.replace(":userId", String(userId))}?${new URLSearchParams(query).toString()}`;
}
