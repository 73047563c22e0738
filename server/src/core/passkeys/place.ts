import { isIP } from "node:net";
import { AppError } from "@fc/contract/errors";

/** Where passkeys belong: they are made for a domain, and a browser uses them at this origin only. */
export interface PasskeyPlace {
  rpId: string;
  origin: string;
}

/** Undefined where no browser makes a passkey: at an IP address, or without https anywhere but on this machine. */
export function passkeyPlaceOf(publicUrl: string): PasskeyPlace | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  const isThisMachine = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isThisMachine ? { rpId: hostname, origin } : undefined;
}

export function requirePasskeyPlace(publicUrl: string): PasskeyPlace {
  const place = passkeyPlaceOf(publicUrl);
  if (!place) throw new AppError("NO_PASSKEYS_HERE");
  return place;
}
