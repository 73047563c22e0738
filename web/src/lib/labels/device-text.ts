import type { Device } from "@fc/contract/security/portal";
import type { Translate } from "../i18n.ts";

/** "Chrome on Android", as far as the user agent says so. */
export function deviceText({ browser, system }: Device, t: Translate): string {
  if (browser !== null && system !== null) return t("{browser} on {system}", { browser, system });
  return browser ?? system ?? t("Unknown device");
}

/** As an event names a device: browser/system, either of which may be missing. */
export function deviceNamed(detail: string): Device {
  const [browser = "", system = ""] = detail.split("/");
  return { browser: browser || null, system: system || null };
}
