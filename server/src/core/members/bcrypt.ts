import { sameBytes } from "../../platform/secrets.ts";

/**
 * Compares a password with a bcrypt hash of another system. We make none, so this is the whole of bcrypt that is
 * needed, and no package for a sign-in that happens once.
 */
export function isBcryptPassword(hash: string, password: string): boolean {
  const [, cost = "", text = ""] = /^\$2[aby]\$(\d{2})\$([./A-Za-z0-9]{53})$/.exec(hash) ?? [];
  if (text === "") throw new Error("this is no bcrypt hash");
  const salt = bytesOf(text.slice(0, 22), 16);
  const expected = bytesOf(text.slice(22), 23);
  return sameBytes(expected, digestOf(password, salt, 2 ** Number(cost)));
}

const mostPasswordBytes = 72;
const plainText = wordsOf(Buffer.from("OrpheanBeholderScryDoubt"));

function digestOf(password: string, salt: Buffer, rounds: number): Buffer {
  // With the zero byte that ends a text in C.
  const key = Buffer.from(`${password}\0`).subarray(0, mostPasswordBytes);
  const cipher = new Blowfish();
  cipher.expand(key, salt);
  for (let round = 0; round < rounds; round++) {
    cipher.expand(key, noSalt);
    cipher.expand(salt, noSalt);
  }
  const words = Uint32Array.from(plainText);
  for (let at = 0; at < words.length; at += 2)
    for (let time = 0; time < 64; time++) cipher.encrypt(words, at);
  const digest = Buffer.alloc(words.length * 4);
  for (const [at, word] of words.entries()) digest.writeUInt32BE(word, at * 4);
  // bcrypt has always left out the last byte.
  return digest.subarray(0, 23);
}

const noSalt = Buffer.alloc(16);
const rounds = 16;
const boxWords = 1024;

/** Blowfish with the schedule of bcrypt. It begins with the digits of pi. */
class Blowfish {
  private readonly keys: Uint32Array;
  private readonly boxes: Uint32Array;

  constructor() {
    const pi = fractionOfPi();
    this.keys = pi.slice(0, rounds + 2);
    this.boxes = pi.slice(rounds + 2);
  }

  expand(key: Uint8Array, salt: Uint8Array): void {
    const { keys, boxes } = this;
    let place = 0;
    for (let at = 0; at < keys.length; at++) {
      let word = 0;
      for (let byte = 0; byte < 4; byte++) word = (word << 8) | (key[place++ % key.length] ?? 0);
      keys[at] = (keys[at] ?? 0) ^ word;
    }
    const block = new Uint32Array(2);
    const salted = wordsOf(salt);
    let turn = 0;
    for (const words of [keys, boxes]) {
      for (let at = 0; at < words.length; at += 2) {
        block[0] = (block[0] ?? 0) ^ (salted[turn] ?? 0);
        block[1] = (block[1] ?? 0) ^ (salted[turn + 1] ?? 0);
        turn = (turn + 2) % salted.length;
        this.encrypt(block, 0);
        words.set(block, at);
      }
    }
  }

  encrypt(words: Uint32Array, at: number): void {
    const { keys, boxes } = this;
    let left = (words[at] ?? 0) ^ (keys[0] ?? 0);
    let right = words[at + 1] ?? 0;
    for (let round = 1; round <= rounds; round++) {
      const sum = ((boxes[left >>> 24] ?? 0) + (boxes[256 + ((left >>> 16) & 255)] ?? 0)) | 0;
      const mixed = ((sum ^ (boxes[512 + ((left >>> 8) & 255)] ?? 0)) + (boxes[768 + (left & 255)] ?? 0)) | 0;
      const next = right ^ mixed ^ (keys[round] ?? 0);
      right = left;
      left = next;
    }
    words[at] = right ^ (keys[rounds + 1] ?? 0);
    words[at + 1] = left;
  }
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4));
}

let pi: Uint32Array | undefined;

/** The digits of pi behind the point, which Blowfish takes for its first state: computed in a moment, not 4 kB to copy. */
function fractionOfPi(): Uint32Array {
  if (pi !== undefined) return pi;
  const words = rounds + 2 + boxWords;
  const spare = 64n;
  const scale = BigInt(words * 32) + spare;
  // Machin's formula.
  const fraction =
    ((16n * arctanOfOne(5n, scale) - 4n * arctanOfOne(239n, scale)) & ((1n << scale) - 1n)) >> spare;
  const hex = fraction.toString(16).padStart(words * 8, "0");
  pi = Uint32Array.from({ length: words }, (_, at) => Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16));
  return pi;
}

/** arctan(1 / n), times two to the power of the scale. */
function arctanOfOne(n: bigint, scale: bigint): bigint {
  let power = (1n << scale) / n;
  let sum = power;
  for (let odd = 3n; power !== 0n; odd += 2n) {
    power = -power / (n * n);
    sum += power / odd;
  }
  return sum;
}

const alphabet = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** bcrypt's own base 64. */
function bytesOf(text: string, length: number): Buffer {
  let bits = 0n;
  for (const sign of text) bits = (bits << 6n) | BigInt(alphabet.indexOf(sign));
  const all = BigInt(text.length * 6);
  const hex = (bits >> (all - BigInt(length * 8))).toString(16).padStart(length * 2, "0");
  return Buffer.from(hex, "hex");
}
