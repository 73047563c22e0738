import { randomUUID } from "node:crypto";
import { submitKycCase } from "../core/kyc/cases.ts";
import { numberColumns } from "../core/members/identity-numbers.ts";
import { atomically } from "../platform/db.ts";
import type { Deps } from "../platform/deps.ts";
import { giveAddress } from "./money.ts";
import type { TestMember } from "./test-app.ts";

/** Writes bank details, PAN and addresses of a member directly. Returns the values that must stay hidden. */
export async function giveIdentity(
  { db, secretKey }: Pick<Deps, "db" | "secretKey">,
  member: Pick<TestMember, "id" | "name">,
  now: Date,
) {
  const identity = {
    accountNumber: "123456780012",
    panNumber: "ABCPE1234F",
    coinAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    fmdcAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  };
  await giveAddress(db, member, identity.coinAddress, now);
  await db
    .insertInto("fmdc_addresses")
    .values({ member_id: member.id, address: identity.fmdcAddress, created_at: now })
    .execute();
  await db
    .insertInto("bank_details")
    .values({
      member_id: member.id,
      ...numberColumns(secretKey, { kind: "account", memberId: member.id }, identity.accountNumber),
      ifsc_code: "HDFC0000001",
      branch: "Main Road",
      bank_name: "Example Bank",
      changed_at: now,
    })
    .execute();
  const uploadId = randomUUID();
  await db
    .insertInto("uploads")
    .values({
      id: uploadId,
      member_id: member.id,
      purpose: "pan-proof-images",
      sha256: Buffer.from(uploadId),
      bytes: 1,
      width: 1,
      height: 1,
      created_at: now,
    })
    .execute();
  await db
    .insertInto("pan_records")
    .values({
      member_id: member.id,
      name_in_pan: member.name,
      ...numberColumns(secretKey, { kind: "pan", memberId: member.id, version: 1 }, identity.panNumber),
      upload_id: uploadId,
      created_at: now,
    })
    .execute();
  for (const part of ["pan", "bank"] as const) {
    await atomically(db, submitKycCase, { memberId: member.id, part, now });
  }
  return identity;
}
