import type { Page } from "@playwright/test";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test, type Member } from "./fixtures.ts";
import { stakeFromWallet } from "./money.ts";
import { operatorAt } from "./operators.ts";
import { requestLargeWithdrawal } from "./requests.ts";

const line = (page: Page, { refId }: Member) => page.getByRole("button", { name: new RegExp(refId) });

test("a large withdrawal takes two operators; the second accepts it with its transaction", async ({
  page: first,
  otherPage: second,
  member,
  db,
}) => {
  await stakeFromWallet(db, member, 1500n);
  await atomically(db, requestLargeWithdrawal, member);
  await operatorAt(first, "/console/withdrawals", { role: "finance", name: "Leela Iyer" });
  await line(first, member).click();
  await first.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(first.getByText("another operator accepts it")).toBeVisible();
  await expectAccessible(first);

  await operatorAt(second, "/console/withdrawals", { role: "admin", name: "Omar Khan" });
  await line(second, member).click();
  await expect(second.getByText(/Leela Iyer,/)).toBeVisible();
  await second.clock.install();
  await second.keyboard.press("a");
  await second.getByLabel("Transaction ID of the payment").fill(`0x${"9f2c41".padEnd(64, "0")}`);
  await second.getByRole("button", { name: "Accept", exact: true }).last().click();
  await expect(second.getByText(/^Accepting/)).toBeVisible();
  await second.clock.fastForward(5_000);
  await expect(second.getByText(/^Accepting/)).toBeHidden();
  await expect(line(second, member)).toBeHidden();
  // The line disappears as soon as it is decided, a moment before the server knows it.
  const paid = () =>
    db
      .selectFrom("withdrawals")
      .select(["status", "transaction_id"])
      .where("member_id", "=", member.id)
      .executeTakeFirst();
  await expect.poll(paid).toEqual({ status: "A", transaction_id: `0x${"9f2c41".padEnd(64, "0")}` });
});
