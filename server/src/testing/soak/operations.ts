import { type Fc, asFc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { fcToWire } from "@fc/contract/money";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { Route } from "@fc/contract/route";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import { coins } from "../money.ts";
import type { TestMember } from "../test-app.ts";

/** Named like the ledger's entry kinds. */
export const operationKinds = [
  "transfer",
  "internal_transfer",
  "withdrawal_requested",
  "stake_from_transfer",
] as const;
export type OperationKind = (typeof operationKinds)[number];

export interface Operation {
  kind: OperationKind;
  member: TestMember;
  receiver: TestMember;
  amountFc: Fc;
  route: Route;
  purpose: OtpPurpose;
  body: Record<string, unknown>;
  key: string;
  /** Unknown: no answer arrived and the client gave up, so that the operation may or may not have happened. */
  outcome: "acknowledged" | "refused" | "unknown";
  /** When its first request was sent, and when its answer was there, in milliseconds. */
  sentAt?: number;
  acknowledgedAt?: number;
  /** Of its receipt, as the answer told it. */
  reference?: string;
}

export const coinsFor15Usd = 100;
/** Often as much as a transfer wallet holds, so that many operations are refused for lack of money. */
const maxCoins = { transfer: 1500, wallets: 400 };

/** Makes random operations. Each has an amount that no other one has, by which the ledger identifies it. */
export class OperationSource {
  readonly #members: readonly TestMember[];
  readonly #used = new Set<bigint>();

  constructor(members: readonly TestMember[]) {
    this.#members = members;
  }

  next(member: TestMember): Operation {
    const others = this.#members.filter(({ id }) => id !== member.id);
    const receiver = others[Math.floor(Math.random() * others.length)]!;
    const common = { member, receiver, key: randomUUID(), outcome: "unknown" } as const;
    const dice = Math.random();
    if (dice < 0.45) {
      const amountFc = asFc(this.#amount(maxCoins.transfer));
      const body = { fromRefId: member.refId, toRefId: receiver.refId, amount: fcToWire(amountFc) };
      const how = { kind: "transfer", route: transferCoins, purpose: "transfer" } as const;
      return { ...common, ...how, amountFc, body };
    }
    if (dice < 0.6) {
      // Its amount follows from the price, so only the reference tells two of them apart.
      const amountFc = coins(coinsFor15Usd);
      const body = { userId: member.id, amount: 15, refId: member.refId };
      const how = { kind: "stake_from_transfer", route: topUpStake, purpose: "staking-topup" } as const;
      return { ...common, ...how, amountFc, body };
    }
    const amountFc = asFc(this.#amount(maxCoins.wallets));
    const drawn = { userId: member.id, amount: fcToWire(amountFc) };
    if (dice < 0.8) {
      const body = { ...drawn, currencyType: "coin" };
      const how = { kind: "withdrawal_requested", route: requestWithdrawal, purpose: "withdraw" } as const;
      return { ...common, ...how, amountFc, body };
    }
    const body = { ...drawn, refId: member.refId, currencyType: "internal transfer" };
    const how = {
      kind: "internal_transfer",
      route: transferInternally,
      purpose: "internal-transfer",
    } as const;
    return { ...common, ...how, amountFc, body };
  }

  #amount(most: number): bigint {
    for (;;) {
      const amountFc = coins(10) + BigInt(Math.floor(Math.random() * most * 10_000));
      if (this.#used.has(amountFc)) continue;
      this.#used.add(amountFc);
      return amountFc;
    }
  }
}
