import { noFc, minus, type Fc, asFc, plus } from "@fc/contract/units";
import { rewardKindNames, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { statement } from "@fc/contract/reports/portal";
import { walletKinds, wallets, type Wallet } from "@fc/contract/wallet/kinds";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postMany } from "../../core/ledger/post.ts";
import { reward } from "../../testing/ledger/entries.ts";
import { day } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { checkTotals, statementPdf } from "./statement.ts";
import { fundPool, moveInside, pay, send } from "../../testing/histories.ts";
import { addressOf, bytesOf, figure, textOfPdf } from "../../testing/pdf-text.ts";

let app: TestApp;
let other: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  other = await app.addMember();
  await fundPool(app.db, new Date("2026-01-01T00:00:00Z"));
});
afterAll(() => app.stop());

const epoch = new Date("2026-06-01T00:00:00+05:30");
const at = (days: number) => new Date(epoch.getTime() + days * day);

async function statementOf(client: TestClient, member: TestMember, query: Record<string, string>) {
  // No real member requests statements this often.
  await app.db.deleteFrom("rate_limits").execute();
  return bytesOf(app.url, client, addressOf(statement.path, member.id, query));
}

interface Section {
  openingFc: Fc;
  closingFc: Fc;
  lines: { message: string; amountFc: Fc; balanceFc: Fc }[];
  totals: bigint[];
}

/** What is printed of each wallet, read back from the page as a person would. */
function sectionsOf(rows: string[][]): Map<string, Section> {
  const sections = new Map<string, Section>();
  let current: Section | undefined;
  for (const row of rows) {
    const [first = "", second = ""] = row;
    const title = wallets
      .map((wallet) => walletKinds[wallet].label)
      .find((name) => first === name || first.startsWith(`${name}, continued`));
    if (title && row.length === 1) {
      current = sections.get(title) ?? { openingFc: asFc(-1n), closingFc: asFc(-1n), lines: [], totals: [] };
      sections.set(title, current);
    } else if (!current) continue;
    else if (first === "Opening balance") current.openingFc = asFc(figure(second));
    else if (first === "Closing balance") current.closingFc = asFc(figure(second));
    else if (first === "Total") current.totals = row.slice(1).map(figure);
    else if (/^\d\d \w{3,4} \d{4}, /.test(first) && row.length >= 4) {
      current.lines.push({
        message: second,
        amountFc: asFc(figure(row.at(-2)!)),
        balanceFc: asFc(figure(row.at(-1)!)),
      });
    }
  }
  return sections;
}

type Step = { days: number; what: RewardKind | "inside" | "send"; amountFc: Fc };
const step: fc.Arbitrary<Step> = fc.record({
  days: fc.integer({ min: 0, max: 30 }),
  what: fc.constantFrom(...rewardKindNames, "inside", "send"),
  amountFc: fc.bigInt({ min: 1n, max: 9_999_999_999n }).map((units) => asFc(units)),
});

async function live(member: TestMember, steps: readonly Step[]): Promise<void> {
  for (const { days, what, amountFc } of steps.toSorted((one, next) => one.days - next.days)) {
    const now = at(days);
    if (what === "inside") await atomically(app.db, moveInside, { member, amountFc, now });
    else if (what === "send") await atomically(app.db, send, { member, to: other, amountFc, now });
    else await pay(app.db, what, member.id, amountFc, now, what === "direct_bonus" ? other.refId : undefined);
  }
}

describe("a statement", () => {
  test("adds up, line by line and wallet by wallet, over any history and period", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 30 }),
        async (steps, one, next) => {
          const member = await app.addMember();
          await live(member, steps);
          const client = await signedIn(app, member);
          const text = (days: number) =>
            new Date(at(days).getTime() + 12 * 3_600_000).toISOString().slice(0, 10);
          const query = { wallet: "all", from: text(Math.min(one, next)), to: text(Math.max(one, next)) };
          const { status, bytes } = await statementOf(client, member, query);
          expect(status).toBe(200);
          const sections = sectionsOf((await textOfPdf(bytes)).flat());
          expect([...sections.keys()]).toEqual(wallets.map((wallet) => walletKinds[wallet].label));
          for (const { openingFc, closingFc, lines, totals } of sections.values()) {
            let balanceFc = openingFc;
            const moved = [0n, 0n];
            for (const { amountFc, balanceFc: printed } of lines) {
              // The direction of the balance says which column it is in.
              const isCredit = printed > balanceFc;
              balanceFc = plus(balanceFc, isCredit ? amountFc : minus(noFc, amountFc));
              moved[isCredit ? 0 : 1]! += amountFc;
              expect(printed).toBe(balanceFc);
            }
            expect(closingFc).toBe(balanceFc);
            expect(totals).toEqual(moved);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test("says whose and of when it is, in any script, with numbered pages", async () => {
    const member = await app.addMember({ name: "आशा राव क्षत्रिय" });
    await atomically(app.db, payMany, { member, lines: 120 });
    const client = await signedIn(app, member);
    const { type, bytes } = await statementOf(client, member, {
      wallet: "staking",
      from: "2026-06-01",
      to: "2026-06-30",
    });
    expect(type).toBe("application/pdf");
    const pages = await textOfPdf(bytes);
    const text = pages.map((page) => page.map((row) => row.join(" ")).join("\n"));
    expect(text[0]).toContain("Wallet Statement");
    expect(text[0]).toContain(member.refId);
    expect(text[0]).toContain("1 Jun 2026 to 30 Jun 2026");
    expect(text[0]).toMatch(/Member [\u0900-\u097f ]+/);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of text.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(text[1]).toContain("Staking Wallet, continued");
    expect(sectionsOf(pages.flat()).get("Staking Wallet")!.lines).toHaveLength(120);
  });

  test("comes in Hindi with the same figures", async () => {
    const member = await app.addMember({ name: "Asha Rao" });
    await live(member, [{ days: 1, what: "offer_reward", amountFc: asFc(70_000n) }]);
    const client = await signedIn(app, member);
    const query = { wallet: "offer", from: "2026-06-01", to: "2026-06-30" };
    const inHindi = await statementOf(client, member, { ...query, language: "hi" });
    const text = (await textOfPdf(inHindi.bytes)).flat(2).join(" ");
    // What is read back has some vowel signs in another order; these words have none of them.
    for (const word of ["वॉलेट", "सदस्य", "जून 2026", "बनाया गया", "7.0000"]) expect(text).toContain(word);
    expect(text).not.toMatch(/Wallet|Opening|Closing|Credited|Member|Offer/);
  });

  test("of one wallet shows no other", async () => {
    const member = await app.addMember();
    await live(member, [
      { days: 1, what: "ros", amountFc: asFc(5n) },
      { days: 2, what: "offer_reward", amountFc: asFc(7n) },
    ]);
    const { bytes } = await statementOf(await signedIn(app, member), member, {
      wallet: "offer",
      from: "2026-06-01",
      to: "2026-06-30",
    });
    const sections = sectionsOf((await textOfPdf(bytes)).flat());
    expect([...sections.keys()]).toEqual(["Offer Wallet"]);
    expect(sections.get("Offer Wallet")).toMatchObject({ openingFc: noFc, closingFc: asFc(7n) });
  });

  test("without a period is of everything until today", async () => {
    const member = await app.addMember();
    const { status, bytes } = await statementOf(await signedIn(app, member), member, {});
    expect(status).toBe(200);
    expect((await textOfPdf(bytes)).flat().flat()).toContain("Closing balance");
  });

  test("goes no further than today, whatever is requested", async () => {
    const member = await app.addMember();
    const client = await signedIn(app, member);
    const { bytes } = await statementOf(client, member, { from: "2026-11-01", to: "2026-12-31" });
    expect((await textOfPdf(bytes)).flat().flat()).toContain("1 Nov 2026 to 15 Nov 2026, India's days");
    expect((await statementOf(client, member, { from: "2026-11-16", to: "2026-12-31" })).status).toBe(400);
    expect((await statementOf(client, member, { from: "2026-11-16" })).status).toBe(400);
  });

  test("is refused for days that are none, or the wrong way round, and to anybody else", async () => {
    const member = await app.addMember();
    const client = await signedIn(app, member);
    expect((await statementOf(client, member, { from: "2026-06-31", to: "2026-07-01" })).status).toBe(400);
    expect((await statementOf(client, member, { from: "2026-06-30", to: "2026-06-01" })).status).toBe(400);
    expect((await statementOf(client, member, { wallet: "staked" })).status).toBe(400);
    expect((await statementOf(client, other, {})).status).toBe(404);
  });

  test("can be requested ten times a minute", async () => {
    const member = await app.addMember();
    const client = await signedIn(app, member);
    const path = addressOf(statement.path, member.id, {});
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await bytesOf(app.url, client, path)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test("that does not add up is not printed", () => {
    const totals = { openingFc: asFc(5n), creditedFc: asFc(3n), debitedFc: asFc(1n), closingFc: asFc(7n) };
    expect(() => checkTotals("offer", totals)).not.toThrow();
    for (const [name, amount] of Object.entries(totals)) {
      expect(() => checkTotals("offer", { ...totals, [name]: amount + 1n })).toThrow("does not add up");
    }
  });

  test("stays whole while money moves under it", async () => {
    const member = await app.addMember();
    await live(member, [{ days: 0, what: "ros", amountFc: asFc(1_000_000n) }]);
    let done = false;
    const moving = (async () => {
      while (!done)
        await live(member, [
          { days: 1, what: "inside", amountFc: asFc(10n) },
          { days: 1, what: "ros", amountFc: asFc(3n) },
        ]);
    })();
    for (let round = 0; round < 5; round++) {
      const query = {
        memberId: member.id,
        refId: member.refId,
        name: member.name,
        wallet: "all" as Wallet | "all",
      };
      const stream = await statementPdf(app.db, {
        language: "en",
        ...query,
        from: "2026-06-01",
        to: "2026-06-30",
        now: at(2),
      });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      expect(chunks.length).toBeGreaterThan(0);
    }
    done = true;
    await moving;
  });
});

async function payMany(tx: Tx, { member, lines }: { member: TestMember; lines: number }): Promise<void> {
  const entries = Array.from({ length: lines }, (_, index) =>
    reward("ros", {
      key: `lines/${member.id}/${index}`,
      effectiveAt: at(index % 20),
      memberId: member.id,
      amountFc: asFc(11n),
    }),
  );
  await postMany(tx, entries);
}
