const indiaDateTime = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "Asia/Kolkata",
});

/** For mails, whose readers are in India: 15 Nov 2026, 3:42 pm IST. */
export function indiaTime(date: Date): string {
  return `${indiaDateTime.format(date)} IST`;
}

/** "Chrome on Android" rather than the whole header, as far as it can be told. */
export function deviceName(userAgent: string): string {
  const browsers = [
    ["Edg/", "Edge"],
    ["OPR/", "Opera"],
    ["SamsungBrowser", "Samsung Internet"],
    ["Firefox/", "Firefox"],
    ["Chrome/", "Chrome"],
    ["Safari/", "Safari"],
  ] as const;
  const systems = [
    ["Android", "Android"],
    ["iPhone", "iPhone"],
    ["iPad", "iPad"],
    ["Windows", "Windows"],
    ["Mac OS", "macOS"],
    ["Linux", "Linux"],
  ] as const;
  const found = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  return `${found(browsers) ?? "A browser"} on ${found(systems) ?? "an unknown device"}`;
}
