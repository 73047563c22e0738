import { useState } from "react";
import * as z from "zod/mini";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { invitationKey } from "../../../lib/session/session-keys.ts";
import { localStore } from "../../../lib/storage.ts";

const stored = z.object({ refId: z.string(), text: z.string() });

/** The words that go with a link: our own until the member has written others, which this browser keeps. */
export function useInvitation() {
  const t = useT();
  const { refId } = useMember();
  const usual = t("Join my team on FC Portal. Register with this link:");
  const [written, setWritten] = useState(() => writtenBy(refId));
  return {
    text: written ?? usual,
    write(text: string): void {
      setWritten(text);
      localStore.write(invitationKey, JSON.stringify({ refId, text }));
    },
    /** Back to our own words. */
    reset:
      written === undefined || written === usual
        ? undefined
        : () => {
            setWritten(undefined);
            localStore.remove(invitationKey);
          },
  };
}

function writtenBy(refId: string): string | undefined {
  try {
    const { data } = stored.safeParse(JSON.parse(localStore.read(invitationKey) ?? "null"));
    return data?.refId === refId ? data.text : undefined;
  } catch {
    return undefined;
  }
}

export type Invitation = ReturnType<typeof useInvitation>;

/** What a messenger is given: the words and the link below them. */
function messageWith(text: string, address: string): string {
  return text.trim() === "" ? address : `${text.trim()}\n${address}`;
}

/** Opens WhatsApp, on the phone or in the browser, with the message and without a receiver. */
export function whatsAppLink(text: string, address: string): string {
  return `https://wa.me/?text=${encodeURIComponent(messageWith(text, address))}`;
}
