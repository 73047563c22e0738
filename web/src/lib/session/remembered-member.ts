import { signedInMember } from "@fc/contract/login/session";
import type * as z from "zod/mini";
import { session } from "./session.ts";
import { localStore } from "../storage.ts";

export type Member = z.output<typeof signedInMember>;

const rememberedKey = "fcMember";
session.subscribe(() => localStore.remove(rememberedKey));

/** Identifies the session of a remembered member without storing the token twice. */
function tokenMark(): string {
  return (session.token() ?? "").slice(-6);
}

export function remember(member: Member): void {
  localStore.write(rememberedKey, JSON.stringify({ mark: tokenMark(), data: member }));
}

export function rememberedMember(): Member | undefined {
  try {
    const stored: unknown = JSON.parse(localStore.read(rememberedKey) ?? "null");
    const belongs =
      stored !== null &&
      typeof stored === "object" &&
      "mark" in stored &&
      "data" in stored &&
      stored.mark === tokenMark();
    return belongs ? signedInMember.safeParse(stored.data).data : undefined;
  } catch {
    return undefined;
  }
}
