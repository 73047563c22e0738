import { localeOf, type Language } from "./languages.ts";

/** 48 hours */
export function hoursText(hours: number, language: Language): string {
  const style = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(localeOf[language], style).format(hours);
}
