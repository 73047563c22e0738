import { asUsdCents } from "@fc/contract/units";
import type { Locator, Page } from "@playwright/test";
import { recordTeamEvent } from "../server/src/core/network/place.ts";
import { atomically } from "../server/src/platform/db.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expect, test as base, type Member } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

interface Team {
  /** Eight on the left leg, the topmost first. */
  leg: Member[];
  chetan: Member;
  /** Two steps to the right of the leg's end. */
  hari: Member;
}

/**
 *              member
 *        leg 1        Chetan
 *     leg 2   X      X     X
 *      …
 *   leg 8
 *  X     Gita
 *       X    Hari
 */
export const test = base.extend<{ team: Team }>({
  team: async ({ db, passwordHash, member }, use) => {
    const now = new Date("2026-03-09T06:30:00Z");
    const add = (name: string, sponsor: Member, side: "left" | "right") =>
      atomically(db, insertTestMember, { name, passwordHash, sponsorId: sponsor.id, side, now });
    const leg: Member[] = [];
    for (const name of ["Bina", "Dev", "Esha", "Farah", "Imran", "Jaya", "Kiran", "Lata"])
      leg.push(await add(`${name} Rao`, member, "left"));
    const chetan = await add("Chetan Venkatanarasimharajuvaripeta", member, "right");
    await add("Gita Rao", leg.at(-1)!, "right");
    const hari = await add("Hari Rao", leg.at(-1)!, "right");
    const active = {
      memberId: leg[0]!.id,
      activeUsers: 1,
      businessUsdCents: asUsdCents(123_456_700n),
      now,
    } as const;
    await atomically(db, recordTeamEvent, active);
    await use({ leg, chetan, hari });
  },
});

export async function openTree(page: Page, member: Member, address = "/tree-chart"): Promise<void> {
  await signedInAt(page, member, address);
  await expect(page.getByRole("tree")).toBeVisible();
}

export function item(page: Page, name: string | RegExp): Locator {
  return page.getByRole("treeitem", { name });
}

export async function press(target: Locator, isMobile: boolean): Promise<void> {
  if (!isMobile) return target.click();
  const { width, height } = (await target.boundingBox())!;
  // Relative to the node and not to the page: the chart may still move it.
  await target.tap({ position: { x: width / 2, y: height / 3 } });
}
