import { expect, test } from "vitest";
import { localStore, tabStore } from "../storage.ts";
import { session } from "./session.ts";
// No screen is loaded here, as after a reload: the shell has this one alone.
import "./session-keys.ts";

test.each(["signed-out", "expired"] as const)(
  "a session that is %s leaves nothing of its member, whichever screen wrote it",
  (why) => {
    session.start("token");
    const written = ["fcHome", "fcInvitation", "fcStake/7", "fcStake/8"];
    for (const key of written) localStore.write(key, "{}");
    localStore.write("fcSidebarShrunk", "{}");
    session.end(why);
    expect(written.map((key) => localStore.read(key))).toEqual(written.map(() => null));
    // How this device shows things is nobody's secret.
    expect(localStore.read("fcSidebarShrunk")).toBe("{}");
  },
);

test("what was typed to the support stays in its tab until the member signs out", () => {
  session.start("token");
  tabStore.write("fcSupportDraft", "{}");
  session.end("expired");
  expect(tabStore.read("fcSupportDraft")).toBe("{}");
  session.start("token");
  session.end("signed-out");
  expect(tabStore.read("fcSupportDraft")).toBeNull();
});
