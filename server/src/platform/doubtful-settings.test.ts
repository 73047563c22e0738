import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test.each([
  ["BACKUP_DRI", "Did you mean BACKUP_DIR?"],
  ["PUBLIC_ULR", "Did you mean PUBLIC_URL?"],
  ["DATABASE_PASSWORD", "nothing reads it."],
])("a variable that looks like a setting and is none is named: %s", (name, said) => {
  expect(readSettings({ [name]: "x" }).doubts).toEqual([
    expect.stringMatching(`^${name} .*${said.replace("?", "\\?")}$`),
  ]);
});

test("where a setting is wrong, a variable that is no setting is named in the same breath", () => {
  expect(() => readSettings({ PORT: "abc", BACKUP_DRI: "/backups" })).toThrow(
    /PORT: must be a whole number.*\n  BACKUP_DRI is no setting .*Did you mean BACKUP_DIR\?$/,
  );
});

test("the environment of an ordinary machine is not taken for settings", () => {
  const env = {
    PGHOST: "db.example.com",
    HOME: "/root",
    PATH: "/bin",
    USER: "fc",
    MAIL: "/var/mail/fc",
    HOSTNAME: "one",
    LOGNAME: "fc",
  };
  expect(readSettings(env).doubts).toEqual([]);
  expect(readSettings({ BACKUP_DIR: "/backups", BACKUP_KEEP: "3" }).doubts).toEqual([]);
});

test.each([
  "k".repeat(32),
  "changeme-changeme-2026-for-prod!",
  "abcdefghijklmnopqrstuvwxyz012345",
  "31415926535897932384626433832795",
  "Wj4x9TWj4x9TWj4x9TWj4x9TWj4x9TWj4x9T",
])("a secret key that can be guessed is named: %s", (key) => {
  expect(readSettings({ SECRET_KEY: key }).doubts).toEqual([
    expect.stringMatching(/^SECRET_KEY can be guessed: /),
  ]);
});
