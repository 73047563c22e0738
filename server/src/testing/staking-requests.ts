import type { Fc } from "@fc/contract/units";
import { sendOtp } from "@fc/contract/otp/portal";
import { requestStake, stakingReport, type StakingRequest } from "@fc/contract/staking/portal";
import { uploadPicture } from "@fc/contract/uploads/portal";
import { randomUUID } from "node:crypto";
import { balancesOf } from "../core/ledger/statement.ts";
import { atomically } from "../platform/db.ts";
import { approveStakingRequest, rejectStakingRequest } from "../core/staking/decisions.ts";
import { confirm } from "./money.ts";
import { asFile, photo } from "./pictures.ts";
import { signedIn, type TestAnswer, type TestApp, type TestClient, type TestMember } from "./test-app.ts";

/** A member with a browser. */
export interface Person {
  member: TestMember;
  client: TestClient;
}

export async function newcomer(
  app: TestApp,
  details: Parameters<TestApp["addMember"]>[0] = {},
): Promise<Person> {
  const member = await app.addMember(details);
  return { member, client: await signedIn(app, member) };
}

/** Uploads a picture of a payment; returns its address. */
export async function proofOf({ member, client }: Person): Promise<string> {
  const params = { userId: member.id, folder: "stacking-verification-images" } as const;
  const { body } = await client.call(uploadPicture, { params, body: asFile(await photo()) });
  return body.data.proofImageUrl;
}

interface StakeChange extends Record<string, unknown> {
  userId: number;
  refId: string;
  amount: number;
  proofImageUrl: string;
}

/** Any amount: what the rules do with it is what the tests are about. */
export function stakeOf({ member }: Person, proofImageUrl: string, amount: unknown = 150): StakeChange {
  return { userId: member.id, refId: member.refId, amount: amount as number, proofImageUrl };
}

export function askStakeCode({ member, client }: Person, change: StakeChange): Promise<TestAnswer> {
  return client.call(sendOtp, { params: { userId: member.id }, body: { purpose: "staking", change } });
}

export function confirmStake(app: TestApp, person: Person, change: StakeChange): Promise<void> {
  return confirm(app, person.client, person.member, { purpose: "staking", change });
}

export function submitStake(
  { client }: Person,
  change: StakeChange,
  key: string = randomUUID(),
): Promise<TestAnswer> {
  return client.call(requestStake, { body: change }, key);
}

/** From the picture to the pending request; returns its id. */
export async function requestedStake(app: TestApp, person: Person, amount = 150): Promise<number> {
  const change = stakeOf(person, await proofOf(person), amount);
  await confirmStake(app, person, change);
  return (await submitStake(person, change)).body.data.id;
}

const publicUrl = "http://localhost";

export function approveStake({ db, time }: TestApp, requestId: number) {
  return atomically(db, approveStakingRequest, { requestId, publicUrl, now: time.now });
}

export function rejectStake({ db, time }: TestApp, requestId: number, reason = "The picture cannot be read") {
  return atomically(db, rejectStakingRequest, { requestId, reason, publicUrl, now: time.now });
}

export async function stakingReportOf(
  { member, client }: Person,
  query = {},
): Promise<{ data: StakingRequest[]; total: number }> {
  return (await client.call(stakingReport, { params: { userId: member.id }, query })).body;
}

export function stakingRequestsOf({ db }: TestApp, { member }: Person) {
  return db.selectFrom("staking_requests").selectAll().where("member_id", "=", member.id).execute();
}

export async function stakedFc({ db }: TestApp, { member }: Person): Promise<Fc> {
  return (await balancesOf(db, member.id)).staked;
}
