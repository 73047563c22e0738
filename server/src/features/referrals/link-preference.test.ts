import { type UsdCents, asUsdCents } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { chooseLinkPreference, readLinkPreference } from "@fc/contract/referrals/portal";
import type { LinkPreference } from "@fc/contract/referrals/preference";
import { register } from "@fc/contract/registration/portal";
import { confirmRegistration, preferredSide } from "@fc/contract/registration/portal-later";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { legsOf } from "../../core/network/legs.ts";
import { recordTeamEvent } from "../../core/network/place.ts";
import { atomically } from "../../platform/db.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let sponsor: TestMember;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  sponsor = await app.addMember({ name: "Asha Devi Verma" });
});

let visitors = 0;
/** From an address of its own, so that the limits of one test do not reach another. */
const visitor = () => new TestClient(app, `203.0.${++visitors >> 8}.${visitors & 255}`);

async function prefer(preference: LinkPreference | null) {
  const client = await signedIn(app, sponsor);
  const body = { userId: sponsor.id, preference };
  return (await client.call(chooseLinkPreference, { body })).body.data;
}

const open = (client = visitor()) => client.call(preferredSide, { params: { refId: sponsor.refId } });

let emails = 0;
/** What the page of the link sends, with the side that it showed. */
function sent(shown: "left" | "right") {
  return {
    parentRefId: sponsor.refId,
    name: "Ravi Kumar",
    gender: "M" as const,
    mailId: `preferred${++emails}@example.com`,
    mobileNumber: "+91 98765 43210",
    isLeft: shown === "left",
    isRight: shown === "right",
    followsPreference: true,
  };
}

async function join(client = visitor()) {
  const { side } = (await open(client)).body;
  return (await client.call(register, { body: sent(side) })).body;
}

const usersOf = async () => {
  const legs = (await legsOf(app.db, [sponsor.id])).get(sponsor.id)!;
  return { left: legs.left.users, right: legs.right.users };
};

test("there is no third link until its member has chosen, and a visitor who tries one is refused plainly", async () => {
  const refused = {
    code: "REFERRAL_LINK_OFF",
    message: "This referral link is not in use. Please ask the referrer for a left or right link",
  };
  const opened = await open();
  expect(opened.status).toBe(404);
  expect(opened.body).toMatchObject(refused);
  // Nor is the address of the form a way around it, and the refused newcomer does not exist.
  const body = sent("left");
  const key = randomUUID();
  expect((await visitor().call(register, { body }, key)).body).toMatchObject(refused);
  expect(await usersOf()).toEqual({ left: 0, right: 0 });

  expect((await prefer("members")).side).toBe("left");
  expect((await open()).body).toEqual({ side: "left" });
  // The refusal has not used up the key.
  expect((await visitor().call(register, { body }, key)).body).toMatchObject({ isUserCreated: true });

  // The page that was opened before is refused as well.
  await prefer(null);
  expect((await visitor().call(register, { body: sent("right") })).body).toMatchObject(refused);
  expect(await usersOf()).toEqual({ left: 1, right: 0 });
});

test("a preference that does not exist is refused, and so is the link of nobody", async () => {
  const client = await signedIn(app, sponsor);
  const body = { userId: sponsor.id, preference: "stronger" as never };
  expect((await client.call(chooseLinkPreference, { body })).status).toBe(400);
  expect((await visitor().call(preferredSide, { params: { refId: "FCNOBODY2" } })).body.code).toBe(
    "NOT_FOUND",
  );
});

test("by members the link leads to the team with fewer of them, and says which to sponsor and visitor", async () => {
  await prefer("members");
  const sides: unknown[] = [];
  for (let number = 0; number < 4; number++) sides.push((await join()).placementSide);
  expect(sides).toEqual(["left", "right", "left", "right"]);
  await app.addMember({ sponsor, side: "left" });
  const client = await signedIn(app, sponsor);
  const { data } = (await client.call(readLinkPreference, { params: { userId: sponsor.id } })).body;
  expect(data).toEqual({
    preference: "members",
    side: "right",
    left: { users: 3, business: 0 },
    right: { users: 2, business: 0 },
  });
  expect((await open()).body).toEqual({ side: "right" });
});

test("by business the link leads to the team with less of it, however many members that has", async () => {
  const left = await app.addMember({ sponsor, side: "left" });
  const right = await app.addMember({ sponsor, side: "right" });
  await app.addMember({ sponsor, side: "right" });
  const business = (memberId: number, businessUsdCents: UsdCents) =>
    atomically(app.db, recordTeamEvent, { memberId, activeUsers: 1, businessUsdCents, now: app.time.now });
  await business(left.id, asUsdCents(150_00n));
  expect((await prefer("business")).side).toBe("right");
  expect(await join()).toMatchObject({ placementSide: "right" });
  await business(right.id, asUsdCents(165_00n));
  expect((await open()).body).toEqual({ side: "left" });
  expect((await prefer("members")).side).toBe("left");
});

test("a newcomer sits where the summary says, before Done, even if the weaker team has turned meanwhile", async () => {
  await prefer("members");
  const client = visitor();
  expect((await open(client)).body).toEqual({ side: "left" });
  const other = await app.addMember({ sponsor, side: "left" });
  const key = randomUUID();
  const body = sent("left");
  const { body: answer } = await client.call(register, { body }, key);
  expect(answer).toMatchObject({ placementSide: "right", placementRefId: sponsor.refId });
  // A retry after a lost answer gets the same place, although the weaker team is another one again.
  await app.addMember({ sponsor, side: "right" });
  expect((await client.call(register, { body }, key)).body).toEqual(answer);
  const { refId } = (await client.call(confirmRegistration, {}, key)).body.data;
  const { side, parent } = await app.db
    .selectFrom("placements")
    .innerJoin("members", "members.id", "placements.member_id")
    .select(["placements.side", "placements.parent_id as parent"])
    .where("members.ref_id", "=", refId)
    .executeTakeFirstOrThrow();
  expect({ side, parent }).toEqual({ side: "right", parent: sponsor.id });
  expect(other.id).not.toBe(parent);
});

test("32 who open the link at the same moment and register at once are spread evenly, each on a place of its own", async () => {
  await prefer("members");
  const clients = Array.from({ length: 32 }, visitor);
  const shown = await Promise.all(clients.map(async (client) => (await open(client)).body.side));
  expect(new Set(shown)).toEqual(new Set(["left"]));
  const answers = await Promise.all(
    clients.map((client, at) => client.call(register, { body: sent(shown[at]) })),
  );
  expect(answers.map(({ body }) => body.isUserCreated)).toEqual(Array<boolean>(32).fill(true));
  expect(await usersOf()).toEqual({ left: 16, right: 16 });
  const said = answers.filter(({ body }) => body.placementSide === "left");
  expect(said).toHaveLength(16);
  // Everybody below a member of their own: 16 in a row on each side, the first below the sponsor.
  for (const side of ["left", "right"]) {
    const parents = answers
      .filter(({ body }) => body.placementSide === side)
      .map(({ body }) => body.placementRefId);
    expect(new Set(parents).size).toBe(16);
    expect(parents).toContain(sponsor.refId);
  }
});
