import * as z from "zod/mini";
import { supportDraftKey } from "../../../lib/session/session-keys.ts";
import { tabStore, type TextStore } from "../../../lib/storage.ts";

const typed = z.object({ number: z.string(), email: z.string(), supportMessage: z.string() });
type Typed = z.output<typeof typed>;

/**
 * What was typed and not sent, kept in this tab: a click beside the dialog, Escape or a reload must not lose it.
 * A member's is not shown to another one, nor on the login page, nor under another receipt or message: `draftOf` names
 * member and subject, and is empty on the login page.
 */
export function supportDraft(draftOf: string, store: TextStore = tabStore) {
  const stored = z.object({ draftOf: z.literal(draftOf), typed });
  return {
    read(): Typed | undefined {
      return stored.safeParse(jsonIn(store.read(supportDraftKey))).data?.typed;
    },
    keep(values: Typed): void {
      const isEmpty = Object.values(values).every((text) => text === "");
      if (isEmpty) store.remove(supportDraftKey);
      else store.write(supportDraftKey, JSON.stringify({ draftOf, typed: values }));
    },
    drop(): void {
      store.remove(supportDraftKey);
    },
  };
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
