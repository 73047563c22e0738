import * as z from "zod/mini";
import { session } from "../../../lib/session/session.ts";
import { tabStore, type TextStore } from "../../../lib/storage.ts";

const typed = z.object({ number: z.string(), email: z.string(), supportMessage: z.string() });
type Typed = z.output<typeof typed>;

const storedUnder = "fcSupportDraft";

/**
 * What was typed and not sent, kept in this tab: a click beside the dialog, Escape or a reload must not lose it.
 * A member's is not shown to another one, nor on the login page, nor under another receipt or message: `draftOf` names
 * member and subject, and is empty on the login page.
 */
export function supportDraft(draftOf: string, store: TextStore = tabStore) {
  const stored = z.object({ draftOf: z.literal(draftOf), typed });
  return {
    read(): Typed | undefined {
      return stored.safeParse(jsonIn(store.read(storedUnder))).data?.typed;
    },
    keep(values: Typed): void {
      const isEmpty = Object.values(values).every((text) => text === "");
      if (isEmpty) store.remove(storedUnder);
      else store.write(storedUnder, JSON.stringify({ draftOf, typed: values }));
    },
    drop(): void {
      store.remove(storedUnder);
    },
  };
}

// The next person who uses this browser must not see it. A session that expired goes on after the next sign-in.
session.subscribe(() => {
  if (session.token() === null && session.signedOutOnPurpose) tabStore.remove(storedUnder);
});

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
