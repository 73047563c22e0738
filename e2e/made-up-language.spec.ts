import type { Page, Route } from "@playwright/test";
import { cutOf, excessOf } from "./fits.ts";
import { expect, test } from "./fixtures.ts";
import { follow, pagesOf } from "./router.ts";
import { signIn } from "./sessions.ts";

/**
 * The portal in a language that nobody speaks: each letter has an accent and each text is a third longer. It stands in
 * place of the Hindi catalogue. What has no accent was not translated, and what is cut does not fit.
 */

const narrow = { width: 360, height: 780 };
const accented = "àƀćđéƒğĥíĵķĺḿńóṕɋŕśţúṽẃẋýź";

function madeUp(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const made = accented[letter.toLowerCase().charCodeAt(0) - 97] ?? letter;
    return letter === letter.toLowerCase() ? made : made.toUpperCase();
  });
}

/** A message as the catalogue has it: its parts, with each placeholder as a list. */
type Parts = (string | string[])[];

function madeUpMessage(id: string): Parts {
  const parts = id.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? madeUp(part) : [part]));
  // In words that are no longer than those of a language: one of sixty letters fits nowhere.
  return [...parts, " óóóóó".repeat(Math.ceil(id.length / 18))];
}

/** The catalogue's file is a JSON text in a script. */
async function replaceCatalogue(route: Route): Promise<void> {
  const answer = await route.fetch();
  const script = await answer.text();
  const found = /JSON\.parse\(`([\s\S]*)`\)/.exec(script);
  if (!found) throw new Error("The catalogue is no longer a JSON text in a script: see web/vite.config.ts");
  const ids = Object.keys(JSON.parse(found[1]!.replaceAll("\\\\", "\\")) as object);
  const catalogue = Object.fromEntries(ids.map((id) => [id, madeUpMessage(id)]));
  const body = script.replace(found[0], () => `JSON.parse(${JSON.stringify(JSON.stringify(catalogue))})`);
  await route.fulfill({ response: answer, body });
}

/**
 * Texts of the page that are in English. What is the same in every language is marked in the page or named here, and
 * so is the member's user ID, which may happen to have no digit; notices were written by operators.
 */
function untranslatedOf(page: Page, given: { notices: readonly string[]; refId: string }): Promise<string[]> {
  return page.evaluate(({ notices, refId }) => {
    const ownId = new RegExp(refId, "gi");
    const same =
      /\b(?:FC|FCs|BEP20|PAN|IFSC|UPI|UTR|QR|OTP|PDF|CSV|FMDC|FAQ|ROS|KYC|English|WhatsApp|Portal|TDS|Chrome|Linux)\b/g;
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent?.trim() ?? "";
      if (!parent || parent.closest("script, style, template, noscript, [translate=no], .unit-id, time"))
        continue;
      if (!parent.checkVisibility()) continue;
      if (notices.includes(text)) continue;
      const rest = text
        .replace(ownId, "")
        .replace(same, "")
        .replace(/\S+@\S+|https?:\S+|0x\w+|\w+\.com/g, "");
      if (/(?<![\p{L}\d])[A-Za-z]{3,}(?![\p{L}\d])/u.test(rest)) found.add(text);
    }
    return [...found];
  }, given);
}

/** What members, operators and the business wrote, or documents that have their words in the plan itself. */
const written = new Set(["/notice-board", "/plan", "/documents", "/accept", "/transparency"]);

test("in a made-up language every page is translated, and its longer texts fit a narrow phone", async ({
  page,
  member,
  db,
}) => {
  test.slow();
  await page.setViewportSize(narrow);
  await page.route(/\/assets\/hi-[^/]+\.js$/, replaceCatalogue);
  await page.addInitScript(() => localStorage.setItem("fcLanguage", "hi"));
  const name = "आशा वर्मा";
  await db.updateTable("members").set({ language: "hi", name }).where("id", "=", member.id).execute();
  await signIn(page, member);
  await page.goto("/");
  await expect(page.getByText(madeUp("Welcome,"))).toContainText(name);
  const notices = (await db.selectFrom("notices").select("message").execute()).map(({ message }) => message);
  const problems: Record<string, string[]> = {};
  for (const { path } of await pagesOf(page)) {
    if (written.has(path)) continue;
    await follow(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("óó");
    await expect(page.getByRole("status", { name: madeUp("Loading...") })).toHaveCount(0);
    const found = [
      ...(await untranslatedOf(page, { notices, refId: member.refId })),
      ...(await cutOf(page)),
      ...((await excessOf(page)) > 0 ? ["The page scrolls sideways."] : []),
    ];
    if (found.length > 0) problems[path] = found;
  }
  expect(problems).toEqual({});
});
