import { notify } from "../server/src/core/notifications/notify.ts";
import { atomically, type Db, type Tx } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test, type Member } from "./fixtures.ts";
import { signedInAt, signIn } from "./sessions.ts";

function joined(tx: Tx, { memberId, number }: { memberId: number; number: number }): Promise<void> {
  const data = { refId: `FC2222222`, name: `Ravi ${number}.` };
  const now = new Date(Date.now() - (100 - number) * 60_000);
  return notify(tx, "member-joined", { memberId, about: String(number), data, now });
}

async function tell(db: Db, { id: memberId }: Member, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) await atomically(db, joined, { memberId, number });
}

test("the bell counts what is unread, a line leads to its page, and another device sees it read", async ({
  page,
  otherPage,
  member,
  db,
}) => {
  await tell(db, member, 3);
  await signedInAt(page, member, "/security");
  const bell = page.getByRole("banner").getByLabel(/^Notifications/);
  await expect(bell).toHaveAccessibleName(/Notifications, \d+ unread/);
  const before = Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? "")?.[0]);
  await bell.click();
  const lines = page.getByRole("listitem").filter({ hasText: "You have a new team member" });
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText("Ravi 3.");
  await expectAccessible(page);
  await lines.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/direct-referrals$/);
  await expect(bell).toHaveAccessibleName(`Notifications, ${before - 1} unread`);

  await signedInAt(otherPage, member, "/notifications");
  const others = otherPage.getByRole("main").getByRole("listitem");
  await expect(others.filter({ hasText: "Ravi 3." })).not.toContainText("Unread");
  await expect(others.filter({ hasText: "Ravi 2." })).toContainText("Unread");
  await otherPage.getByRole("button", { name: "Mark all as read" }).click();
  await expect(otherPage.getByText("Unread")).toHaveCount(0);
  await page.reload();
  await expect(bell).toHaveAccessibleName("Notifications");
});

test("older lines follow on demand, and a feed that cannot be loaded says so", async ({
  page,
  member,
  db,
  expectFailures,
}) => {
  expectFailures(/getNotifications\/\d+ answered 500/);
  await tell(db, member, 25);
  await signIn(page, member);
  let broken = true;
  await page.route("**/api/user/getNotifications/*", (route) =>
    broken ? route.fulfill({ status: 500, json: failed }) : route.continue(),
  );
  await page.goto("/notifications");
  await expect(page.getByText("ref-123")).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Ravi 25.")).toBeVisible();
  await expect(page.getByText("Ravi 1.", { exact: false })).toHaveCount(0);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(page.getByText("Ravi 1.")).toBeVisible();
});

const failed = { code: "INTERNAL", message: "Something went wrong on our side", requestId: "ref-123" };

test("choices are kept by the server, and what cannot be turned off says why", async ({ page, member }) => {
  await signedInAt(page, member, "/notification-settings");
  const mails = page.getByRole("switch", { name: "Approved: Mail" });
  await expect(mails).toBeChecked();
  // Its label, which is what one sees and taps: it lies above the box itself.
  await page.locator("label", { has: mails }).click();
  await expect(mails).not.toBeChecked();
  await expect(page.getByRole("row", { name: /Security/ })).toContainText("Always");
  await expect(page.getByText(/cannot be turned off/)).toBeVisible();
  await page.reload();
  await expect(mails).not.toBeChecked();
});

test("a browser is asked only after a press, and a refusal is explained", async ({
  page,
  context,
  member,
}) => {
  await context.addInitScript(() => {
    const asked: string[] = [];
    let permission = "default";
    const Notification = {
      get permission() {
        return permission;
      },
      async requestPermission() {
        asked.push("asked");
        permission = "denied";
        return permission;
      },
    };
    Object.assign(globalThis, { Notification, asked });
  });
  await signedInAt(page, member, "/notification-settings");
  const turnOn = page.getByRole("button", { name: "Turn on for this device" });
  await expect(turnOn).toBeVisible();
  expect(await page.evaluate("asked.length")).toBe(0);
  await turnOn.click();
  await expect(page.getByText(/Messages are blocked for this site/)).toBeVisible();
  await expect(turnOn).toHaveCount(0);
  await expectAccessible(page);
});

test.describe("with the worker", () => {
  test.use({ serviceWorkers: "allow", savesData: false });
  test("the worker shows a message of the server, once for each thing, with the way to the feed", async ({
    page,
    context,
    member,
  }) => {
    await context.grantPermissions(["notifications"]);
    await signedInAt(page, member, "/notification-settings");
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
    });
    const registrationId = await registered;
    // What it asks the system to show: a browser without a window has no place for it.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await worker.evaluate(`
    self.shown = [];
    registration.showNotification = async (title, { tag, data: { path } }) => shown.push({ title, tag, path });
  `);
    const data = JSON.stringify({
      title: "Your stake has started",
      body: "Open it",
      tag: "n1",
      path: "/notifications",
    });
    const origin = new URL(page.url()).origin;
    for (let times = 0; times < 2; times++)
      await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    const message = { title: "Your stake has started", tag: "n1", path: "/notifications" };
    // The second replaces the first, because it has its tag.
    await expect.poll(() => worker.evaluate("shown")).toEqual([message, message]);
  });
});
