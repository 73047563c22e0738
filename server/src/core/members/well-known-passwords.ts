/**
 * The words that lead every published list of stolen passwords, and those of our own field and
 * country. What people hang on to them (digits, years, a sign, capitals, 4 for a) is taken off first,
 * so a short list catches the long tail.
 */
const stems = new Set(
  `password passwort passw pass passcode qwerty qwertz qwertyuiop azerty asdfgh asdfghjkl zxcvbn zxcvbnm
  qazwsx qazwsxedc qweasd qweasdzxc letmein welcome admin administrator root login user guest test testing
  master monkey dragon shadow sunshine princess football baseball cricket superman batman iloveyou loveyou
  lovely trustno starwars whatever freedom hello helloworld secret changeme default temporary computer
  internet samsung google facebook instagram whatsapp youtube amazon flipkart paytm android iphone apple
  india indian bharat mumbai delhi newdelhi kolkata chennai bangalore bengaluru hyderabad pune jaipur
  lucknow krishna radhe radheradhe jaishreeram shriram shreeram ganesh ganesha hanuman jaihind omsairam
  sairam saibaba mahadev harharmahadev namaste rahul sachin virat kohli dhoni salman priya pooja neha
  fcportal fccoin freecoin staking bitcoin crypto money rupees lakshmi abcdef abcdefg abcdefgh abcdefghij
  charlie michael jennifer jordan hunter harley ashley daniel thomas robert matthew killer pokemon naruto
  cheese pepper ginger flower summer winter spring autumn january february march april may june july august
  september october november december monday friday sunday mother father family babygirl angel
  chocolate cookie banana orange purple yellow silver golden diamond phoenix mustang ferrari mercedes
  liverpool chelsea arsenal barcelona realmadrid manchester united`.split(/\s+/),
);

const lookalikes: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

export function isWellKnownPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (isRun(lower)) return true;
  const bare = [lower, unmask(lower)].flatMap((text) => [
    text,
    trimmed(text),
    trimmed(unmask(trimmed(text))),
  ]);
  return bare.some((text) => text.length < 4 || stems.has(text) || isRepeatedStem(text));
}

/**
 * Whether a password says no more than what others know of its owner: without the user id, the names and the parts of
 * the e-mail address only something well known, or nothing, is left. Sponsors and teams see all of these.
 */
export function isPersonalPassword(
  password: string,
  { name, email, refId = "" }: { name: string; email: string; refId?: string },
): boolean {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const words = [
    refId,
    name,
    local,
    domain,
    ...[name, local, domain].flatMap((text) => text.split(/[^\p{L}\d]+/u)),
  ];
  return [lettersAndDigits, (text: string) => lettersAndDigits(unmask(text))].some((plain) => {
    const known = words.map((word) => plain(word.toLowerCase())).filter(({ length }) => length >= 3);
    // The longest first: without the whole name nothing of it is left over that its parts would not cover.
    const ordered = known.toSorted((a, b) => b.length - a.length);
    const whole = plain(password.toLowerCase());
    const rest = ordered.reduce((left, word) => left.replaceAll(word, ""), whole);
    return rest !== whole && isWellKnownPassword(rest);
  });
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{M}\d]/gu, "");
}

/** Digits and signs around a word add nothing a guesser does not try. */
function trimmed(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, "");
}

function unmask(text: string): string {
  return [...text].map((c) => lookalikes[c] ?? c).join("");
}

/** passwordpassword, qwertyqwerty */
function isRepeatedStem(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return text === half + half && stems.has(half);
}

/** 1234567890, 9876543210, abcdefghijk, aaaaaaaaaa, 1212121212 */
function isRun(text: string): boolean {
  const steps = new Set([...text].slice(1).map((c, index) => c.charCodeAt(0) - text.charCodeAt(index)));
  const ofDigits = /^\d+$/.test(text) && steps.size <= 2;
  return steps.size <= 1 || ofDigits || /^(.{1,3})\1+.?$/.test(text);
}
