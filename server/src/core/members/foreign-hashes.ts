import { scryptSync } from "node:crypto";
import { verifySync } from "@node-rs/argon2";
import { sameBytes } from "../../platform/secrets.ts";
import { isBcryptPassword } from "./bcrypt.ts";

/** Compares a password with a hash of ours, or with one that a company brought which moved in. */
export function comparePassword(hash: string, password: string): boolean {
  if (hash.startsWith("$2")) return isBcryptPassword(hash, password);
  if (hash.startsWith("$scrypt$")) return isScryptPassword(hash, password);
  return verifySync(hash, password);
}

/** In PHC form. The check of the files bounds what it costs. */
function isScryptPassword(hash: string, password: string): boolean {
  const [, ln, r, p, salt = "", key = ""] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? [];
  const expected = Buffer.from(key, "base64");
  const [cost, blockSize, parallelization] = [2 ** Number(ln), Number(r), Number(p)];
  const made = scryptSync(password, Buffer.from(salt, "base64"), expected.length, {
    cost,
    blockSize,
    parallelization,
    maxmem: 256 * cost * blockSize,
  });
  return sameBytes(made, expected);
}
