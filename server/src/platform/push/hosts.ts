/** The push services of today's browsers: Chrome and its relatives, Firefox, Edge, Safari. */
export const usualPushHosts = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.notify.windows.com",
  "web.push.apple.com",
].join(",");

/** PUSH_HOSTS: hosts with commas between them; `*.` stands for any host below. Plain http is for trying it out. */
export const pushHostsShape = /^(http:\/\/)?(\*\.)?[a-z\d.-]+(:\d+)?$/i;

export function pushHostsIn(text: string): string[] {
  return text.split(",").map((host) => host.trim().toLowerCase());
}

/**
 * The address as a URL, if it belongs to one of these hosts. A member gives us the address, and we call it from inside
 * our network: with any other host allowed, it could name a machine that only we can reach.
 */
export function pushAddress(address: string, hosts: readonly string[]): URL | undefined {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return undefined;
  const named = url.protocol === "https:" ? url.host : `${url.protocol}//${url.host}`;
  return hosts.some((host) => isHost(named, host)) ? url : undefined;
}

function isHost(named: string, allowed: string): boolean {
  if (!allowed.startsWith("*.")) return named === allowed;
  // Longer than the ending, so that an empty name before the dot does not count.
  return named.endsWith(allowed.slice(1)) && named.length >= allowed.length;
}
