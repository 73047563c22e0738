import { randomUUID } from "node:crypto";
import { activity } from "@fc/contract/activity/portal";
import { dashboard } from "@fc/contract/dashboard/portal";
import { login } from "@fc/contract/login/portal";
import { sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { register } from "@fc/contract/registration/portal";
import { walletReports } from "@fc/contract/reports/portal";
import { idempotencyHeader, type Route } from "@fc/contract/route";
import { transferCoins } from "@fc/contract/transfer/portal";
import { userChart } from "@fc/contract/tree/portal";
import { requestWithdrawal } from "@fc/contract/withdraw/portal";
import type { Answer, Asked } from "./lib/http-connection.ts";
import { addressOf, password, type TrafficMember } from "./traffic-members.ts";

/** What is measured by itself: one route each. */
export type RouteName =
  | "empty"
  | "sign-in"
  | "dashboard"
  | "activity"
  | "tree"
  | "report"
  | "registration"
  | "code sent"
  | "code entered"
  | "transfer"
  | "withdrawal";

/** What a member comes to do. The last two take three requests: a code is sent, entered and used. */
export type Errand = Exclude<RouteName, "code sent" | "code entered">;
const requestsOf = (errand: Errand) => (errand === "transfer" || errand === "withdrawal" ? 3 : 1);

export type Mix = Readonly<Partial<Record<Errand, number>>>;

/** In a hundred errands of a day. A session lasts for days, so few visits begin with signing in. */
export const dayMix: Mix = {
  dashboard: 38,
  activity: 16,
  tree: 14,
  report: 14,
  "sign-in": 3,
  registration: 3,
  transfer: 8,
  withdrawal: 4,
};

/** After a closing everybody looks what came in. */
export const peakMix: Mix = { dashboard: 50, activity: 50 };

export const emptyMix: Mix = { empty: 1 };
export const signInMix: Mix = { "sign-in": 1 };

export function without(mix: Mix, errand: Errand): Mix {
  return Object.fromEntries(Object.entries(mix).filter(([name]) => name !== errand));
}

/** How many requests an errand of this mix takes in the mean. */
export function requestsPerErrand(mix: Mix): number {
  const parts = Object.entries(mix) as [Errand, number][];
  const errands = parts.reduce((sum, [, share]) => sum + share, 0);
  return parts.reduce((sum, [errand, share]) => sum + share * requestsOf(errand), 0) / errands;
}

/** Draws errands in the shares of a mix. */
export function drawing(mix: Mix, random: () => number): () => Errand {
  const all = Object.entries(mix).flatMap(([errand, share]) =>
    Array.from({ length: share }, () => errand as Errand),
  );
  return () => all[Math.floor(random() * all.length)]!;
}

/** Sends a request and measures it; fails if it is not answered with 200. */
export type Ask = (name: RouteName, asked: Asked) => Promise<Answer>;

interface ErrandsOptions {
  members: readonly TrafficMember[];
  /** The code that was mailed last to this address. */
  codeOf: (email: string) => Promise<string>;
}

/** The errands of members, each by the next member, so that nobody comes twice within a short time. */
export class Errands {
  readonly #members: readonly TrafficMember[];
  readonly #codeOf: (email: string) => Promise<string>;
  readonly #turns = new Map<Errand, number>();

  constructor({ members, codeOf }: ErrandsOptions) {
    this.#members = members;
    this.#codeOf = codeOf;
  }

  async run(errand: Errand, ask: Ask): Promise<void> {
    const turn = (this.#turns.get(errand) ?? 0) + 1;
    this.#turns.set(errand, turn);
    const half = Math.floor(this.#members.length / 2);
    // A member does not wait for two codes at once, of which the newest could be the other one.
    const [from, count] =
      errand === "transfer" ? [0, half] : errand === "withdrawal" ? [half, half] : [0, this.#members.length];
    // Neighbours in the network come far apart.
    const at = from + ((turn * 7919) % count);
    await this.#errands[errand](ask, this.#members[at]!, turn);
  }

  readonly #errands: Record<Errand, (ask: Ask, member: TrafficMember, turn: number) => Promise<unknown>> = {
    empty: (ask) => ask("empty", { method: "GET", path: "/healthz", headers: {}, body: "" }),
    "sign-in": async (ask, { refId, address }) => {
      const { head } = await ask("sign-in", sending(login, address, { body: { refId, password } }));
      if (!head.includes("fc_session=")) throw new Error("a sign-in was refused");
    },
    dashboard: (ask, member) => ask("dashboard", reading(dashboard, member)),
    activity: (ask, member) => ask("activity", reading(activity, member)),
    tree: (ask, member) => ask("tree", reading(userChart, member)),
    report: (ask, member) => ask("report", reading(walletReports.earning.page, member)),
    registration: async (ask, { refId }, turn) => {
      const body = {
        parentRefId: refId,
        name: "Ravi Kumar",
        gender: "M",
        mailId: `${randomUUID()}@example.com`,
        mobileNumber: "+919876543210",
        isLeft: turn % 2 === 0,
        isRight: turn % 2 === 1,
      };
      // Newcomers have the addresses behind those of the members.
      const asked = sending(register, addressOf(2 ** 30 + turn), { body, key: randomUUID() });
      const answer = await ask("registration", asked);
      if (!answer.body.includes('"isUserCreated":true')) throw new Error("a registration was refused");
    },
    transfer: async (ask, member, turn) => {
      const receiver = this.#members[turn % this.#members.length]!;
      const to = receiver.id === member.id ? this.#members[(turn + 1) % this.#members.length]! : receiver;
      const body = { fromRefId: member.refId, toRefId: to.refId, amount: coinsOf(1, turn) };
      await this.#confirm(ask, member, { purpose: "transfer", change: body });
      await ask("transfer", sending(transferCoins, member.address, { member, body, key: randomUUID() }));
    },
    withdrawal: async (ask, member, turn) => {
      const body = { userId: member.id, amount: coinsOf(10, turn), currencyType: "coin" };
      await this.#confirm(ask, member, { purpose: "withdraw", change: body });
      const asked = sending(requestWithdrawal, member.address, { member, body, key: randomUUID() });
      await ask("withdrawal", asked);
    },
  };

  async #confirm(
    ask: Ask,
    member: TrafficMember,
    body: { purpose: OtpPurpose; change: object },
  ): Promise<void> {
    const params = { userId: member.id };
    await ask("code sent", sending(sendOtp, member.address, { member, params, body }));
    const otp = await this.#codeOf(member.email);
    const asked = sending(verifyOtp, member.address, { member, params: { ...params, otp } });
    const { body: verdict } = await ask("code entered", asked);
    if (!verdict.includes('"data":true')) throw new Error("a code was refused");
  }
}

/** Each errand has an amount of its own. A sum of fractions could have more than four places behind the point. */
function coinsOf(whole: number, turn: number): number {
  return (whole * 10_000 + turn) / 10_000;
}

function reading(route: Route, member: TrafficMember): Asked {
  return sending(route, member.address, { member, params: { userId: member.id } });
}

interface Sent {
  member?: TrafficMember;
  params?: Readonly<Record<string, string | number>>;
  body?: object;
  key?: string;
}

/** As a browser sends it, which can read compressed answers. */
function sending({ method, path }: Route, address: string, { member, params = {}, body, key }: Sent): Asked {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return {
    method,
    path: `/api${filled}`,
    headers: {
      "x-forwarded-for": address,
      "accept-encoding": "gzip, deflate, br",
      ...(member && { authorization: `Bearer ${member.token}`, cookie: `fc_session=${member.cookie}` }),
      ...(body && { "content-type": "application/json" }),
      ...(key !== undefined && { [idempotencyHeader]: key }),
    },
    body: body ? JSON.stringify(body) : "",
  };
}
