/** Settings that the start takes and that are probably not meant: it names them and goes on. */

/** Names that only we use begin like this, so that one of them that is no setting was meant as one. */
const families = /^(?:DATABASE|BACKUP|DKIM|SMTP|PAYOUT|CHAIN|SECRET_KEY|ALERT_WEBHOOK|MAIL_INBOX)_/;

/** Names of the environment that look like settings and are none, with the setting that may be meant. */
export function unknownSettings(env: Record<string, string | undefined>, known: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name) && env[name] !== "")
    .flatMap((name) => {
      const [nearest] = known
        .map((setting) => ({ setting, typos: typosBetween(name, setting) }))
        .toSorted((one, other) => one.typos - other.typos);
      // Who mistypes a name begins it right. PGHOST is another program's, and no mistyped HOST.
      const isMistyped =
        nearest !== undefined && name.length >= 6 && name[0] === nearest.setting[0] && nearest.typos <= 2;
      if (!isMistyped && !families.test(name)) return [];
      const meant = isMistyped ? ` Did you mean ${nearest.setting}?` : "";
      return [`${name} is no setting of FC Portal, so nothing reads it.${meant}`];
    });
}

/** How many letters have to be changed, added or removed to make one word of the other. */
function typosBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      here.push(Math.min(replaced, (above[column] ?? 0) + 1, (here[column - 1] ?? 0) + 1));
    }
    above = here;
  }
  return above.at(-1) ?? 0;
}

/** Why a secret key may be guessed; undefined for one that looks random. Its length is checked elsewhere. */
export function weaknessOf(key: string): string | undefined {
  const reason = /password|passwort|secret|change|example|default|qwerty|fc.?portal/i.test(key)
    ? "it has a word in it"
    : /^(.{1,16}?)\1+.{0,15}$/.test(key)
      ? "it repeats itself"
      : new Set(key).size < 10
        ? "it has few different characters"
        : isRow(key)
          ? "its characters follow each other"
          : undefined;
  return reason === undefined
    ? undefined
    : `SECRET_KEY can be guessed: ${reason}. Make a new one with openssl rand -base64 32, and name this one in SECRET_KEY_PREVIOUS for one start.`;
}

/** Such as abcdefgh… and 12345678…, also with breaks between the rows. */
function isRow(key: string): boolean {
  let steps = 0;
  for (let at = 1; at < key.length; at++) {
    if (Math.abs(key.charCodeAt(at) - key.charCodeAt(at - 1)) === 1) steps += 1;
  }
  return steps > key.length / 2;
}
