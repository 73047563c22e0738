import { receiptKindNames, receiptKinds, type ReceiptKindName } from "./kinds.ts";
import { normaliseRefId, refIdAlphabet } from "../ref-id.ts";

/**
 * What a money movement is called, and the last part of its receipt's address: WD-7K2M9QXH. It is made of the record's
 * id alone, so every record has one, however old it is. The id is scrambled: a receipt that is shown around does not
 * say how many there are. This is no secret; who may read a receipt is decided by its owner.
 */
const base = BigInt(refIdAlphabet.length);
const length = 8;
/** More ids than a ledger of millions of members writes in a century. */
const size = base ** BigInt(length);
/** About 0.618 of the size, which spreads neighbouring ids; it has no factor in common with it. */
const factor = 527_111_296_843n;
const inverse = inverseOf(factor, size);

export function referenceOf(kind: ReceiptKindName, id: bigint | number): string {
  let rest = (BigInt(id) * factor) % size;
  let text = "";
  for (let at = 0; at < length; at++) {
    text = refIdAlphabet.charAt(Number(rest % base)) + text;
    rest /= base;
  }
  return `${receiptKinds[kind].prefix}-${text}`;
}

/** What a reference was made of, also where somebody typed it in small letters; undefined for any other text. */
export function recordOfReference(typed: string): { kind: ReceiptKindName; id: bigint } | undefined {
  const [prefix, text = "", ...others] = normaliseRefId(typed).split("-");
  const kind = receiptKindNames.find((name) => receiptKinds[name].prefix === prefix);
  const digits = Array.from(text, (letter) => BigInt(refIdAlphabet.indexOf(letter)));
  if (kind === undefined || others.length > 0 || digits.length !== length || digits.includes(-1n)) {
    return undefined;
  }
  const scrambled = digits.reduce((sum, digit) => sum * base + digit, 0n);
  return { kind, id: (scrambled * inverse) % size };
}

/** The number whose product with `value` leaves 1 modulo `modulus`, by Euclid's algorithm. */
function inverseOf(value: bigint, modulus: bigint): bigint {
  let [rest, next, result, nextResult] = [modulus, value, 0n, 1n];
  while (next !== 0n) {
    const times = rest / next;
    [rest, next] = [next, rest - times * next];
    [result, nextResult] = [nextResult, result - times * nextResult];
  }
  return ((result % modulus) + modulus) % modulus;
}
