import { planRules } from "@fc/contract/plan/rules";
import type { CreditReason } from "@fc/contract/reports/why";
import type { StakeLife } from "@fc/contract/staking/life";
import type { WithdrawState } from "@fc/contract/withdraw/portal";
import { ApiError } from "../../lib/api/api.ts";
import type { Member } from "../../lib/session/member.ts";

export const now = Date.now();
export const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

export const member: Member = {
  id: 1,
  refId: "FC4K7Q2M",
  name: "Asha Verma",
  mustChangePassword: false,
  confirmsByPasskey: false,
  mustAccept: false,
  language: "en",
  mailsReturnedFrom: null,
  lookUntil: null,
};

/** What went wrong on our side, with the reference that support asks for. */
export const problem = new ApiError(
  { code: "INTERNAL", message: "Something went wrong on our side. Please try again", requestId: "r-7f3a9c" },
  500,
);

/** A limit, which counts down. */
export const limited = new ApiError(
  {
    code: "TOO_MANY_REQUESTS",
    message: "Too many attempts. Please wait a little and try again",
    requestId: "r-7f3a9d",
    retryAfterSeconds: 1200,
    limit: "otp-send",
    limitText: "You have requested many codes without using them. The next code can be sent in {wait}",
  },
  429,
);

export const picture = "/icons/apple-180.png";
export const pictureOf = "/pictures/0";

export const life: StakeLife = {
  day: 137,
  days: 400,
  last: "2027-08-09",
  perDay: 825.5,
  whole: 330_200,
  returned: 112_269.1,
  notCovered: 824.4,
};

export const waiting: WithdrawState = {
  freeCoinAddress: null,
  heldUntil: inMinutes(60 * 20),
  heldAfter: "address",
  pendingFc: 0,
  kycAboveFc: null,
  tax: null,
};

const rules = planRules.parse({
  ros: { dailyBasisPoints: 50, limitBasisPoints: 20_000 },
  directBonus: { basisPoints: 500 },
  pairMatching: { basisPoints: 1_000, capOwnStakeBasisPoints: 100_000, capUsdCents: 100_000 },
  offers: [],
});

export const reason: CreditReason = {
  kind: "ros",
  day: "2026-11-18",
  planVersion: 1,
  rules,
  fcFor15Usd: "1650000000",
  dueFc: "98000000",
  availableFc: "98000000",
  creditedFc: "8255000",
  tax: null,
  stakes: [
    {
      id: 1,
      startedOn: "2026-07-05",
      principalFc: "1651000000",
      dayNumber: 137,
      planVersion: 1,
      terms: rules.ros,
    },
  ],
};
