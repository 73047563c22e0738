import { localeOf, type Language } from "@fc/contract/languages";

const dateTime = (language: Language) =>
  new Intl.DateTimeFormat(localeOf[language], {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Asia/Kolkata",
  });
const dateTimes = { en: dateTime("en"), hi: dateTime("hi") } as const satisfies Record<Language, unknown>;

/** India's time, for mails: 15 Nov 2026, 3:42 pm IST. */
export function indiaTime(date: Date, language: Language = "en"): string {
  return `${dateTimes[language].format(date)} IST`;
}

const dayFormat = (language: Language) =>
  new Intl.DateTimeFormat(localeOf[language], { dateStyle: "long", timeZone: "Asia/Kolkata" });

/** A day of India's, for mails: 15 November 2026. */
export function indiaDayText(day: string, language: Language): string {
  return dayFormat(language).format(new Date(`${day}T12:00:00+05:30`));
}

/** The order matters: most browsers name other browsers as well. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** The browser and system that a user agent names; null where they are unknown. */
export function deviceOf(userAgent: string): { browser: string | null; system: string | null } {
  const found = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
  return { browser: found(browsers), system: found(systems) };
}

/** 203.0.113.•: enough to recognise one's own network, too little to find a person. */
export function coarseAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, "");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return plain.replace(/\d+$/, "•");
  return `${plain.split(":").slice(0, 3).join(":")}:•`;
}
