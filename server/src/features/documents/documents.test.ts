import * as desk from "@fc/contract/documents/console";
import { documentKindNames, type DocumentKind, type DocumentText } from "@fc/contract/documents/kinds";
import * as contract from "@fc/contract/documents/portal";
import { dashboard } from "@fc/contract/dashboard/portal";
import { session } from "@fc/contract/login/session";
import { logout } from "@fc/contract/login/portal";
import { confirmProposal } from "@fc/contract/proposals/console";
import { ownSupportMessages } from "@fc/contract/support/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routesOf } from "../../app.ts";
import { setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { confirmNewest, waitingFor } from "../../testing/proposals.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let writer: TestClient;
let releaser: TestClient;
let member: TestMember;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  writer = await operatorSignedIn(app, "admin");
  releaser = await operatorSignedIn(app, "admin");
  member = await app.addMember();
  client = await signedIn(app, member);
});
afterAll(() => app.stop());

const deskOf = async (kind: DocumentKind): Promise<desk.ConsoleDocument> =>
  (await writer.call(desk.consoleDocuments, {})).body.data.documents.find(
    (each: desk.ConsoleDocument) => each.kind === kind,
  );
const save = (kind: DocumentKind, revision: number, text: DocumentText) =>
  writer.call(desk.saveDocumentDraft, { body: { kind, revision, text } });
const propose = (kind: DocumentKind, revision: number, isSubstantial = true) =>
  writer.call(desk.releaseDocument, {
    body: { kind, revision, isSubstantial, reason: "Checked by the lawyer" },
  });

/** Written by one admin and released by another. */
async function release(kind: DocumentKind, text: string, isSubstantial = true): Promise<void> {
  const { draft } = await deskOf(kind);
  const saved = await save(kind, draft?.revision ?? 0, { en: text, hi: `${text} (हिन्दी)` });
  expect((await propose(kind, saved.body.data.revision, isSubstantial)).body.data).toEqual({ version: null });
  expect((await confirmNewest(app, releaser)).status).toBe(200);
}

const waiting = async (as = client, of = member): Promise<contract.WaitingDocument[]> =>
  (await as.call(contract.acceptances, { params: { userId: of.id } })).body.data.waiting;
const accept = (versions: readonly { kind: DocumentKind; version: number }[], as = client, of = member) =>
  as.call(contract.acceptDocuments, {
    body: { userId: of.id, versions: versions.map(({ kind, version }) => ({ kind, version })) },
  });
const home = (as = client, of = member) => as.call(dashboard, { params: { userId: of.id } });

test("the product has a first text of every document in both languages, which binds nobody until it is released", async () => {
  for (const kind of documentKindNames) {
    const { draft, versions } = await deskOf(kind);
    expect(versions).toEqual([]);
    expect(draft).toMatchObject({ revision: 0, editedBy: null });
    expect(draft!.text.en.length).toBeGreaterThan(1500);
    expect(draft!.text.hi).toMatch(/[ऀ-ॿ]/);
  }
  expect((await new TestClient(app).call(contract.documents, {})).body.data).toEqual(
    documentKindNames.map((kind) => ({ kind, versions: [] })),
  );
  expect((await home()).status).toBe(200);
});

test("a text with a remark for the lawyer or with an empty blank is not released", async () => {
  const { draft } = await deskOf("terms");
  const first = (await save("terms", 0, draft!.text)).body.data.revision;
  expect((await propose("terms", first)).body.code).toBe("DOCUMENT_UNFINISHED");
  const blank = (await save("terms", first, { en: "{company}", hi: "{company}" })).body.data.revision;
  expect((await propose("terms", blank)).body).toMatchObject({
    code: "DOCUMENT_UNFINISHED",
    fields: { text: "{company}" },
  });
  await setSetting(app.databaseUrl, "company", { name: "Example Ltd" });
  expect((await propose("terms", blank)).body.data).toEqual({ version: null });

  // Who proposed it does not release it, and nobody is asked to accept it before.
  const [proposal] = await waitingFor(writer);
  expect(proposal).toMatchObject({ kind: "document", subject: "terms" });
  expect((await writer.call(confirmProposal, { params: { id: proposal!.id } })).body.code).toBe(
    "OTHER_OPERATOR_NEEDED",
  );
  expect((await home()).status).toBe(200);
  expect((await confirmNewest(app, releaser)).status).toBe(200);
  const { text } = (
    await new TestClient(app).call(contract.documentVersion, { params: { kind: "terms", version: "1" } })
  ).body.data;
  // Filled in when it was released: a setting of later does not change what was accepted.
  await setSetting(app.databaseUrl, "company", { name: "Other Ltd" });
  expect(text).toEqual({ en: "Example Ltd", hi: "Example Ltd" });
});

test("until a member has accepted, everything but reading, support, signing out and accepting is refused", async () => {
  expect((await home()).body).toMatchObject({
    code: "ACCEPTANCE_REQUIRED",
    message: "Please read and accept our terms first",
  });
  expect((await client.call(session, {})).body.data.mustAccept).toBe(true);
  const params = { userId: member.id };
  expect((await client.call(ownSupportMessages, { params, query: {} })).status).toBe(200);
  expect((await client.call(contract.documents, {})).status).toBe(200);
  const again = new TestClient(app);
  // A sign-in says so at once, and brings no dashboard.
  const login = (await again.logIn(member.refId)).body;
  expect([login.session.mustAccept, login.dashboard]).toEqual([true, undefined]);
  expect((await again.call(logout, {})).status).toBe(200);

  expect(await waiting()).toMatchObject([{ kind: "terms", version: 1, acceptedBefore: null }]);
  expect((await accept(await waiting())).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await home()).status).toBe(200);
  expect((await client.call(session, {})).body.data.mustAccept).toBe(false);
  const { accepted } = (await client.call(contract.acceptances, { params })).body.data;
  expect(accepted).toEqual([{ kind: "terms", version: 1, acceptedAt: app.time.now.toISOString() }]);
});

test("who does not accept can still read, withdraw, write to support, take the data along and leave", () => {
  const open = routesOf({} as never)
    .map(({ route }) => route)
    .filter(({ access, beforeAcceptance }) => access === "member" && beforeAcceptance)
    .map(({ method, path }) => `${method} ${path}`);
  expect(open.toSorted()).toEqual([
    "GET /session",
    "GET /user/coinAddressOwnership/:userId",
    "GET /user/getAcceptances/:userId",
    "GET /user/getClosure/:userId",
    "GET /user/getDeductionAmount/:userId",
    "GET /user/getFreeCoinAddress/:userId",
    "GET /user/getReceipt/:userId/:reference",
    "GET /user/getStackingRequirementMessage/:userId",
    "GET /user/getSupportMessage/:userId/:reference",
    "GET /user/getSupportMessages/:userId",
    "GET /user/getWalletSettings/:userId",
    "GET /user/getWithdrawState/:userId",
    "GET /user/otp/outcome/:userId/:key",
    "GET /user/otp/verify/:userId/:otp",
    "GET /user/wallet/:userId",
    "POST /logout",
    "POST /user/acceptDocuments",
    "POST /user/authenticator/verify",
    "POST /user/changePassword",
    "POST /user/closure/ask",
    "POST /user/closure/takeBack",
    "POST /user/coinAddressOwnership",
    "POST /user/freeCoinAddress/create",
    "POST /user/getWithdrawRequests",
    "POST /user/myData",
    "POST /user/otp/send/:userId",
    "POST /user/otp/sign",
    "POST /user/supportRecord/createByUser",
    "POST /user/supportRecord/writeAgain",
    "POST /user/withdrawRequest/cancel",
    "POST /user/withdrawRequest/create",
    "PUT /session/language",
    "PUT /user/editFreeCoinAddress/:address",
  ]);
});

test("only a change in substance has to be accepted again, and then the newest version", async () => {
  await release("terms", "A comma is set.", false);
  expect((await home()).status).toBe(200);
  await release("terms", "The fee is doubled.");
  await release("terms", "The fee is doubled, with a comma.", false);
  expect((await home()).body.code).toBe("ACCEPTANCE_REQUIRED");
  expect(await waiting()).toMatchObject([{ kind: "terms", version: 4, acceptedBefore: 1 }]);
  expect((await accept(await waiting())).status).toBe(200);
  expect((await home()).status).toBe(200);
});

test("every version ever released stays readable, with its date and what has replaced it", async () => {
  const visitor = new TestClient(app);
  const [terms] = (await visitor.call(contract.documents, {})).body.data;
  expect(terms.versions.map(({ version }: contract.DocumentVersion) => version)).toEqual([4, 3, 2, 1]);
  const read = async (version: string) =>
    (await visitor.call(contract.documentVersion, { params: { kind: "terms", version } })).body.data;
  expect(await read("3")).toMatchObject({
    text: { en: "The fee is doubled.", hi: "The fee is doubled. (हिन्दी)" },
    isSubstantial: true,
    replacedBy: { version: 4 },
  });
  expect((await read("4")).replacedBy).toBeNull();
  for (const wrong of ["terms/5", "terms/0", "terms/x", "nothing/1"]) {
    expect([400, 404]).toContain((await visitor.send("GET", `/api/documents/${wrong}`)).status);
  }
});

test("what was not shown is not accepted: a version that came meanwhile has to be read first", async () => {
  await release("risk", "You can lose everything.");
  const shown = await waiting();
  await release("risk", "You can lose everything, and soon.");
  expect((await accept(shown)).body.code).toBe("DOCUMENTS_CHANGED");
  expect((await home()).body.code).toBe("ACCEPTANCE_REQUIRED");
  const now = await waiting();
  // A document that nobody asked to accept is no acceptance of the one that waits.
  expect((await accept([{ kind: "privacy", version: 1 }])).body.code).toBe("DOCUMENTS_CHANGED");
  expect((await accept([])).status).toBe(400);
  const all = await Promise.all(Array.from({ length: 32 }, () => accept(now)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await home()).status).toBe(200);
});

test("a member can neither see nor give another member's acceptance", async () => {
  const other = await app.addMember();
  const stranger = await signedIn(app, other);
  await release("privacy", "We hold your name.");
  const params = { userId: member.id };
  expect((await stranger.call(contract.acceptances, { params })).status).toBe(404);
  expect((await accept([{ kind: "privacy", version: 1 }], stranger, member)).status).toBe(404);
  expect(await waiting()).toMatchObject([{ kind: "privacy" }]);
  await accept(await waiting());
});

test("who accepted which version when, from where, cannot be changed by the application", async () => {
  const rows = await app.db
    .selectFrom("acceptances")
    .select(["kind", "version", "ip"])
    .where("member_id", "=", member.id)
    .orderBy("accepted_at")
    .execute();
  expect(rows[0]).toEqual({ kind: "terms", version: 1, ip: "192.0.2.1" });
  for (const table of ["acceptances", "document_versions"]) {
    for (const attack of [`update ${table} set version = 9`, `delete from ${table}`]) {
      await expect(sql.raw(attack).execute(app.db)).rejects.toThrow("permission denied");
    }
  }
});

test("who releases sees each paragraph that was moved, doubled or made a heading", async () => {
  const { draft } = await deskOf("risk");
  const parts = ["## We promise", "Your coins stay yours.", "## We do not promise", "A gain."];
  const texts = (given: readonly string[]) => ({ en: given.join("\n\n"), hi: "जोखिम" });
  let { revision } = (await save("risk", draft?.revision ?? 0, texts(parts))).body.data;
  expect((await propose("risk", revision)).status).toBe(200);
  expect((await confirmNewest(app, releaser)).status).toBe(200);
  const [promise, yours, no, gain] = parts as [string, string, string, string];
  const seen = async (given: readonly string[]) => {
    const before = (await deskOf("risk")).draft;
    ({ revision } = (await save("risk", before?.revision ?? 0, texts(given))).body.data);
    expect((await propose("risk", revision, false)).status).toBe(200);
    const [proposal] = await waitingFor(releaser);
    return proposal!.lines.filter(({ label }) => label !== "Members accept it");
  };
  expect(await seen([promise, gain, no, yours])).not.toEqual([]);
  expect(await seen([promise, yours, no, gain, gain])).toEqual([{ label: "English", from: "–", to: gain }]);
  expect(await seen([promise, yours, no, `## ${gain}`])).toEqual([
    { label: "English", from: gain, to: `## ${gain}` },
  ]);
});

test("a released text with a sentence that said something wrong in Hindi gets a corrected draft, which members accept anew", async () => {
  const wrong = "यदि किसी दिन पूल में पर्याप्त न हो, तो सबको देय राशि का बराबर हिस्सा मिलता है।";
  const { draft } = await deskOf("terms");
  const saved = await save("terms", draft?.revision ?? 0, { en: "If the pool is short.", hi: wrong });
  await propose("terms", saved.body.data.revision);
  await confirmNewest(app, releaser);
  await accept(await waiting());
  expect(await waiting()).toEqual([]);

  const offered = (await deskOf("terms")).draft;
  expect(offered).toMatchObject({ revision: 0, editedBy: null });
  expect(offered?.text.hi).toBe("यदि किसी दिन पूल में पर्याप्त न हो, तो सबको अपनी देय राशि एक ही अनुपात में मिलती है।");
  const { revision } = (await save("terms", 0, offered!.text)).body.data;
  await propose("terms", revision, false);
  await confirmNewest(app, releaser);
  expect(await waiting()).toMatchObject([{ kind: "terms" }]);
  expect((await deskOf("terms")).draft).toBeNull();
});
