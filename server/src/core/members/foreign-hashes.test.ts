import { expect, test } from "vitest";
import { comparePassword } from "./foreign-hashes.ts";

// Made by other programs: the first by crypt_blowfish's own tests.
test.each([
  ["U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["Portal-2026", "$2b$10$abcdefghijklmnopqrstuu/ks.dWZubkyu/W1H/NNb8HD.kZDJGDi"],
  ["Portal-2026", "$2y$10$bcdefghijklmnopqrstuvulwUg5.KpYI0r99jrTtDuZVyIY8GwIxq"],
  ["Portal-2026", "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$eiM5jacwXeCc3FtUctQTjI4qaAf5dIIEh+g6mVpUx4g"],
])("%s is the password of %s, and nothing like it is", (password, hash) => {
  expect(comparePassword(hash, password)).toBe(true);
  expect(comparePassword(hash, `${password} `)).toBe(false);
  expect(comparePassword(hash, password.toLowerCase())).toBe(false);
});

test("what is no hash of a known method is an error and no password", () => {
  expect(() => comparePassword("$2b$10$short", "Portal-2026")).toThrow("this is no bcrypt hash");
  expect(() => comparePassword("$scrypt$ln=14,r=8$salt$key", "Portal-2026")).toThrow();
});
