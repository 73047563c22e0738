import { asFc, asUsdCents, noFc } from "@fc/contract/units";
import { planDifference } from "@fc/contract/plan/difference";
import { ownFigures } from "@fc/contract/plan/own-figures";
import { defaultPlan } from "@fc/contract/testing/default-plan";
import { readFile } from "node:fs/promises";
import type { Language } from "@fc/contract/languages";
import { describe, expect, test } from "vitest";
import { withNotMeLink } from "../../platform/mail/not-me.ts";
import { renderMail } from "../../platform/mail/template.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { changeMails } from "./change-mails.ts";
import { isLabel, labelList, labelWords } from "./labels.ts";
import { mailFrom } from "./mail.ts";
import { memberMails, type MemberMailValues } from "./mails.ts";
import { asWritten, deviceWords } from "./words.ts";

const publicUrl = "https://portal.example.com";
const amountFc = asFc(1_250_000_0000n);
const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const when = new Date("2026-11-15T10:12:00Z");
const fees = { feeFc: asFc(50_0000n), taxFc: noFc, deductionFc: asFc(7_5000n), netFc: asFc(1_249_942_5000n) };
const withdrawal = { amountFc, ...fees, destination: address };
const ravi = { refId: "FC7K2M9QD", name: "Ravi Kumar" };
const stake = { amountFc, principalUsdCents: asUsdCents(150_00n) };

const answered = {
  reference: "SR-7K2M9QDX",
  refId: "FC3A8B2CD",
  answer: "It was sent on day 2.",
  message: "Where are my 500 FC?",
  writtenAt: when,
};

/** At least one of each kind, and one for each way in which its words may differ. */
const samples: { [Kind in keyof MemberMailValues]: MemberMailValues[Kind][] } = {
  "anchor-confirm": [{ url: "https://fc.example/anchors/1-a" }],
  "daily-anchor": [
    {
      subscriber: 1,
      anchor: { day: "2026-11-15", head: "1:9f", rootDay: null, root: null, link: "3b" },
      line: "2026-11-15",
      publicUrl: "https://fc.example",
    },
  ],
  "transfer-sent": [{ amountFc, receiver: ravi }],
  "transfer-received": [{ amountFc, sender: ravi }],
  "top-up-paid": [{ ...stake, staker: ravi }],
  "top-up-started": [{ ...stake, payer: ravi }],
  "withdrawal-requested": [
    withdrawal,
    { ...withdrawal, deductionFc: noFc, destination: labelWords("Your transfer wallet") },
  ],
  "withdrawal-accepted": [
    { ...withdrawal, transactionId: "0xabc123" },
    { ...withdrawal, netFc: noFc, transactionId: "none" },
  ],
  "withdrawal-rejected": [{ amountFc, reason: "Address of 1 exchange" }],
  "withdrawal-cancelled": [{ amountFc }],
  "internal-transfer": [{ amountFc }],
  "staking-approved": [
    { amountUsdCents: asUsdCents(150_00n), principalFc: amountFc, fcFor15Usd: 1_000_0000n, publicUrl },
  ],
  "staking-rejected": [{ amountUsdCents: asUsdCents(150_00n), reason: "Proof 2 is blurred", publicUrl }],
  "stake-undone": [
    { amountUsdCents: asUsdCents(15_000n), principalFc: amountFc, reason: "Case 18", publicUrl },
  ],
  "stake-returned": [
    {
      amountUsdCents: asUsdCents(150_00n),
      facts: [
        { label: "Staked", value: "$150" },
        { label: "Already paid on it", value: "750 FC" },
      ],
      isHeld: false,
    },
    { amountUsdCents: asUsdCents(150_00n), facts: [{ label: "Staked", value: "$150" }], isHeld: true },
  ],
  "coins-released": [{ amountFc, publicUrl }],
  "staking-cancelled": [{ amountUsdCents: asUsdCents(150_00n), publicUrl }],
  "deduction-set": [{ amountFc, reason: "Paid twice on day 3" }],
  "deduction-cancelled": [{ amountFc, reason: "Paid back on day 4" }],
  "wallet-adjusted": [
    { amountFc, wallet: "staking", direction: "credit", reason: "Case 12" },
    { amountFc, wallet: "offer", direction: "debit", reason: "Case 13" },
  ],
  "plan-scheduled": [
    {
      version: 2,
      effectiveFrom: "2026-12-01",
      changes: planDifference(defaultPlan, {
        ...defaultPlan,
        directBonus: { basisPoints: 400 },
        offers: defaultPlan.offers.slice(1),
      }),
      own: ownFigures(
        { principalUsdCents: asUsdCents(150_00n), principalFc: amountFc, dailyRosFc: asFc(7_500_000n) },
        defaultPlan,
        { ...defaultPlan, directBonus: { basisPoints: 400 } },
      ),
      publicUrl,
    },
  ],
  "plan-withdrawn": [{ version: 2, effectiveFrom: "2026-12-01", publicUrl }],
  welcome: [{ password: "mango-river-4821", publicUrl }],
  "temporary-password": [{ password: "mango-river-4821", publicUrl }],
  "confirmation-code": [
    {
      code: "482913",
      action: { en: "Confirm your withdrawal", hi: "अपनी निकासी की पुष्टि करें" },
      facts: [
        { label: "Amount", value: "12,50,000 FC" },
        { label: "To", value: address },
      ],
      expiresAt: when,
    },
  ],
  "new-address-code": [{ code: "482913", expiresAt: when }],
  "email-set": [
    { heldUntil: when, passkeysEnded: 2 },
    { heldUntil: undefined, passkeysEnded: 0 },
  ],
  "email-replaced": [
    { newAddress: "a***@example.com", reason: "Case 17", heldUntil: when, passkeysEnded: 2 },
  ],
  "pan-corrected": [{ nameInPan: "Asha Verma", maskedNumber: "••••• 1234F", reason: "Case 18" }],
  "profile-corrected": [
    { changed: labelList(["Name"]), name: "Asha Verma", mobileNumber: undefined, reason: "Case 19" },
    {
      changed: labelList(["Name", "Mobile number"]),
      name: "Asha Verma",
      mobileNumber: "+91 98765 43210",
      reason: "Case 20",
    },
  ],
  "kyc-approved": [{ part: "pan", publicUrl }],
  "kyc-rejected": [{ part: "bank", reason: "The picture cannot be read", publicUrl }],
  "kyc-renew": [{ part: "bank", reason: "The account was closed", publicUrl }],
  "bulk-mail": [
    {
      id: 7,
      kind: "news",
      subject: { en: "News for {name}", hi: "{name} के लिए समाचार" },
      text: {
        en: "Hello {name},\n\nthe office is closed on day 5.",
        hi: "नमस्ते {name},\n\nकार्यालय 5 तारीख को बंद है।",
      },
      isTest: false,
    },
    {
      id: 8,
      kind: "service",
      subject: { en: "New terms", hi: "नई शर्तें" },
      text: { en: "They hold for {userId} too.", hi: "ये {userId} के लिए भी हैं।" },
      isTest: true,
    },
  ],
  "account-blocked": [{ reason: "Case 14" }],
  "account-frozen": [{}],
  "account-frozen-by-support": [{ reason: "Case 16" }],
  "account-closed": [{ kycYears: 5, taxYears: 8 }],
  "account-unblocked": [{ reason: "Case 14", publicUrl }],
  "access-reset": [
    {
      reason: "Case 15",
      password: "mango-river-4821",
      publicUrl,
      turnsOffAuthenticator: true,
      passkeysEnded: 2,
    },
    {
      reason: "Case 16",
      password: "mango-river-4821",
      publicUrl,
      turnsOffAuthenticator: false,
      passkeysEnded: 0,
    },
  ],
  "support-received": [{ reference: "SR-7K2M9QDX" }],
  "support-reply": [
    { ...answered, memberName: "Asha Verma", threadUrl: "http://localhost/support/SR-22222222" },
    { ...answered, memberName: null, threadUrl: null },
  ],
  "password-changed": [{ heldUntil: when }, { heldUntil: undefined }],
  "temporary-password-used": [{}],
  "profile-changed": [
    {
      changed: asWritten("1, 2"),
      newValues: [
        { label: "New mobile number", value: "+91 98765 43210" },
        { label: "New nominee", value: { en: "none", hi: "कोई नहीं" } },
      ],
    },
  ],
  "bank-changed": [{ account: [{ label: "Account number", value: "••••6789" }] }],
  "pan-added": [{ nameInPan: "Asha Verma", maskedNumber: "•••••1234•" }],
  "email-changed": [{ newAddress: "a***@example.com", heldUntil: when }],
  "coin-address-proven": [{ address }],
  "mail-phrase-set": [{}],
  "mail-phrase-removed": [{}],
  "fmdc-changed": [{ address }],
  "coin-address-changed": [
    { address, before: undefined, heldUntil: when },
    { address, before: `${address.slice(0, -1)}8`, heldUntil: undefined },
  ],
  "device-signed-out": [{ signedOut: deviceWords("Chrome/1 Android") }],
  "others-signed-out": [{ count: "3" }],
  "authenticator-on": [{}],
  "authenticator-off": [{}],
  "recovery-codes-renewed": [{}],
  "recovery-code-used": [{ left: 9 }],
  "passkey-added": [{ name: "Chrome on Android" }],
  "passkey-ended": [{ name: "Chrome on Android" }],
  "passkeys-ended": [{ count: "2" }],
  "passkey-copied": [{ name: "Chrome on Android" }],
  "confirms-by-passkey": [{}],
  "confirms-by-mail": [{}],
  "data-saved": [{}],
  "closure-asked": [{ dueAt: when }],
  "closure-taken-back": [{}],
};

const links = {
  secretKey: secretKeyFrom("a key of thirty-two characters ok"),
  publicUrl,
};

function mailOf<Kind extends keyof MemberMailValues>(
  kind: Kind,
  values: MemberMailValues[Kind],
  language: Language,
) {
  const to = { name: "Asha Verma", email: "asha@example.com", refId: "FC3A8B2CD", language };
  const origin = { device: deviceWords("Firefox/1 Windows"), ip: "192.0.2.7" };
  const { content } = mailFrom(memberMails[kind], { to, now: when, origin, values });
  return { ...renderMail(withNotMeLink(content, links)), heading: content.heading };
}

/** Codes, amounts, dates and addresses: every word with a digit, in whatever order a language puts them. */
const figuresOf = (text: string) =>
  (text.match(/\S*\d\S*/g) ?? []).map((word) => word.replace(/^\(|[.,:;)।]+$/g, "")).toSorted();
const linksOf = (html: string) => html.match(/href="[^"]*"/g);
const devanagari = /\p{Script=Devanagari}/u;

const cases = Object.entries(samples).flatMap(([kind, each]) =>
  each.map((values, index) => [`${kind} ${index + 1}`, kind as keyof MemberMailValues, values] as const),
);

describe.each(cases)("%s", (_, kind, values) => {
  const en = mailOf(kind, values as never, "en");
  const hi = mailOf(kind, values as never, "hi");

  test("says the same figures and leads to the same pages in both languages", () => {
    expect(figuresOf(hi.text)).toEqual(figuresOf(en.text));
    expect(figuresOf(hi.subject)).toEqual(figuresOf(en.subject));
    expect(linksOf(hi.html)).toEqual(linksOf(en.html));
  });

  test("is in Hindi for a member who reads Hindi, and only then", () => {
    for (const words of [hi.subject, hi.heading, ...paragraphsOf(hi.text)]) expect(words).toMatch(devanagari);
    expect(hi.html).toContain('<html lang="hi"');
    expect(hi.text).not.toMatch(/\b(Nov|Hello|your|the)\b/);
    expect(en.html).not.toMatch(devanagari);
    expect(en.html).toContain('<html lang="en"');
  });

  test("leaves no placeholder and no missing value", () => {
    for (const { subject, text } of [en, hi]) expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|null/);
  });
});

/** Without what people wrote, which stays as it is. */
function paragraphsOf(text: string): string[] {
  const written = /500 FC|day 2|^--|^\S+$/;
  return text.split("\n\n").filter((part) => !written.test(part.trim()));
}

test("whatever somebody else may have done ends with the link “This was not me”", () => {
  const withLink = cases.filter(([, kind, values]) =>
    mailOf(kind, values as never, "en").html.includes("/not-me/"),
  );
  expect([...new Set(withLink.map(([, kind]) => kind))].toSorted()).toEqual(
    [
      ...(Object.keys(changeMails) as (keyof MemberMailValues)[]),
      "access-reset" as const,
      "email-replaced" as const,
      "email-set" as const,
      "internal-transfer" as const,
      "pan-corrected" as const,
      "profile-corrected" as const,
      "staking-cancelled" as const,
      "stake-returned" as const,
      "top-up-paid" as const,
      "transfer-sent" as const,
      "withdrawal-cancelled" as const,
      "withdrawal-requested" as const,
    ].toSorted(),
  );
});

test("a member who has no language yet gets English", () => {
  const to = { name: "Asha", email: "asha@example.com", language: null };
  const { content } = mailFrom(memberMails["internal-transfer"], { to, now: when, values: { amountFc } });
  expect(content).toMatchObject({ language: "en", subject: "Coins moved to your transfer wallet" });
});

test("a name in braces stays a name", () => {
  const to = { name: "{name}", email: "asha@example.com", refId: "FC3A8B2CD", language: "hi" } as const;
  const { content } = mailFrom(memberMails.welcome, { to, now: when, values: samples.welcome[0]! });
  expect(content.heading).toBe("स्वागत है, {name}");
});

test("mails call a thing in Hindi as the portal does", async () => {
  const catalogue = await readFile(new URL("../../../../web/src/lib/locales/hi.po", import.meta.url), "utf8");
  const entries = catalogue.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm);
  const portal = new Map(Array.from(entries, ([, en = "", hi = ""]) => [en, hi]));
  // In the portal these two are the ends of a period.
  const shared = [...portal.keys()].filter(isLabel).filter((label) => label !== "To" && label !== "From");
  expect(shared.length).toBeGreaterThan(30);
  expect(shared.map((label) => [label, labelWords(label).hi])).toEqual(
    shared.map((label) => [label, portal.get(label)]),
  );
});
