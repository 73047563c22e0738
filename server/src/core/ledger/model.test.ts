import { asFc, asUsdCents, noFc, minus, type Fc } from "@fc/contract/units";
import { AppError, type ErrorCode } from "@fc/contract/errors";
import { rewardKindNames, rewardKinds } from "@fc/contract/plan/reward-kinds";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomically, type Db } from "../../platform/db.ts";
import type { MemberAccount } from "./accounts.ts";
import { houseBalances } from "./house.ts";
import { post, postMany, reverse } from "./post.ts";
import * as posting from "./posting.ts";
import { seal } from "./seal.ts";
import { balancesOf, statementPage, statementTotals } from "./statement.ts";
import {
  addMember,
  moveToTransfer,
  newKey,
  now,
  openLedger,
  requestWithdrawal,
  secretKey,
} from "../../testing/ledger/ledger.ts";
import { opening, reward, stakeEnded } from "../../testing/ledger/entries.ts";
import { transferOf, type TestLedger } from "../../testing/ledger/ledger.ts";
import { verify } from "./verify.ts";

/** Everything the ledger does, as one would do it with a pencil: names and sums, nothing of the code under test. */
class Pencil {
  readonly sums = new Map<string, bigint>();
  readonly entries: { id: bigint; moves: Move[]; isUndone: boolean }[] = [];
  readonly requests: { member: number; amount: bigint; moves: Move[]; drawn: bigint[] }[] = [];

  of(account: string): bigint {
    return this.sums.get(account) ?? 0n;
  }

  /** Why the moves cannot be made, if they cannot. */
  refusal(moves: Move[]): ErrorCode | undefined {
    const after = new Map(this.sums);
    for (const [from, to, amount] of moves) {
      after.set(from, (after.get(from) ?? 0n) - amount);
      after.set(to, (after.get(to) ?? 0n) + amount);
    }
    if ((after.get("rewards_pool") ?? 0n) < 0n) return "POOL_EXHAUSTED";
    return [...after].some(([account, sum]) => account.includes("/") && sum < 0n)
      ? "INSUFFICIENT_BALANCE"
      : undefined;
  }

  write(id: bigint, moves: Move[], isReversal = false): void {
    for (const [from, to, amount] of moves) {
      this.sums.set(from, this.of(from) - amount);
      this.sums.set(to, this.of(to) + amount);
    }
    this.entries.push({ id, moves, isUndone: isReversal });
  }

  /** The wallets in their order, each to its end. */
  drawn(member: number, amount: bigint): bigint[] {
    let rest = amount;
    return wallets.map((wallet) => {
      const held = this.of(`${member}/${wallet}`);
      const taken = held < rest ? held : rest;
      rest -= taken;
      return taken;
    });
  }
}

type Move = [from: string, to: string, amount: bigint];
const wallets = ["staking", "earning", "offer"];
const accounts: MemberAccount[] = ["staking", "earning", "offer", "transfer", "staked", "withdraw_pending"];

interface Real {
  db: Db;
  members: number[];
}
type Command = fc.AsyncCommand<Pencil, Real>;

/** Does it in both worlds: the same must be refused for the same reason, or the same must come out. */
function both(
  name: string,
  plan: (pencil: Pencil, real: Real) => { moves: Move[]; act: () => Promise<bigint>; after?: () => void },
): Command {
  return {
    toString: () => name,
    check: () => true,
    async run(pencil, real) {
      const { moves: all, act, after } = plan(pencil, real);
      const moves = all.filter(([, , amount]) => amount > 0n);
      const refusal = moves.length === 0 ? "INSUFFICIENT_BALANCE" : pencil.refusal(moves);
      try {
        const id = await act();
        expect(refusal).toBeUndefined();
        pencil.write(id, moves);
        after?.();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.code).toBe(refusal);
      }
      await compare(pencil, real);
    },
  };
}

async function compare(pencil: Pencil, { db, members }: Real): Promise<void> {
  const held = await Promise.all(members.map((member) => balancesOf(db, member)));
  for (const [at, member] of members.entries()) {
    const expected = accounts.map((account) => [account, pencil.of(`${member}/${account}`)]);
    expect(held[at]).toEqual(Object.fromEntries(expected));
  }
  expect([...pencil.sums.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n);
}

async function compareHouse(pencil: Pencil, db: Db): Promise<void> {
  for (const [account, balance] of Object.entries(await houseBalances(db))) {
    expect([account, balance]).toEqual([account, pencil.of(account)]);
  }
}

const who = fc.nat(2);
const amount = fc.bigInt({ min: 1n, max: 400n }).map((units) => asFc(units));
const common = () => ({ key: newKey(), effectiveAt: now });

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(who, amount).map(([at, amountFc]) =>
    both("stake", (_, { db, members }) => ({
      moves: [
        ["deposits", `${members[at]}/staked`, amountFc],
        ["usd_paid", "usd_received", 1500n],
      ],
      act: () =>
        atomically(
          db,
          post,
          posting.stakeApproved({
            ...common(),
            memberId: members[at]!,
            amountFc: amountFc,
            paidUsdCents: asUsdCents(1500n),
          }),
        ),
    })),
  ),
  fc.tuple(who, who, amount).map(([payer, at, amountFc]) =>
    both("stake from transfer", (_, { db, members }) => ({
      moves: [[`${members[payer]}/transfer`, `${members[at]}/staked`, amountFc]],
      act: () => {
        const given = { ...common(), payerId: members[payer]!, memberId: members[at]!, amountFc: amountFc };
        return atomically(db, post, posting.stakeFromTransfer(given));
      },
    })),
  ),
  fc.tuple(who, amount, fc.boolean()).map(([at, amountFc, isReturned]) =>
    both("stake over", (_, { db, members }) => ({
      moves: [[`${members[at]}/staked`, isReturned ? `${members[at]}/staking` : "stakes_ended", amountFc]],
      act: () => {
        const over = isReturned ? posting.stakeReturned : stakeEnded;
        return atomically(db, post, over({ ...common(), memberId: members[at]!, amountFc: amountFc }));
      },
    })),
  ),
  fc.tuple(who, amount, fc.constantFrom(...rewardKindNames)).map(([at, amountFc, kind]) =>
    both(kind, (_, { db, members }) => ({
      moves: [["rewards_pool", `${members[at]}/${rewardKinds[kind].wallet}`, amountFc]],
      act: () => {
        const given = { ...common(), memberId: members[at]!, amountFc: amountFc };
        return atomically(db, post, reward(kind, given));
      },
    })),
  ),
  fc.tuple(fc.constantFrom("treasury" as const, "fees" as const), amount).map(([source, amountFc]) =>
    both("pool", (_, { db }) => ({
      moves: [[source, "rewards_pool", amountFc]],
      act: () => atomically(db, post, posting.poolFunded({ ...common(), amountFc: amountFc, source })),
    })),
  ),
  fc.tuple(who, amount).map(([at, amountFc]) =>
    both("withdraw", (pencil, { db, members }) => {
      const drawn = pencil.drawn(members[at]!, amountFc);
      const isEnough = drawn.reduce((sum, each) => sum + each, 0n) === amountFc;
      const moves = isEnough
        ? wallets.map((wallet, i): Move => [
            `${members[at]}/${wallet}`,
            `${members[at]}/withdraw_pending`,
            drawn[i]!,
          ])
        : [];
      return {
        moves,
        act: () => atomically(db, requestWithdrawal, { memberId: members[at]!, amountFc: amountFc }),
        after: () => void pencil.requests.push({ member: members[at]!, amount: amountFc, moves, drawn }),
      };
    }),
  ),
  fc.tuple(fc.nat(), fc.boolean(), fc.nat(3), fc.nat(3)).map(([choice, isAccepted, fee, deduction]) => ({
    toString: () => `decide ${isAccepted}`,
    check: (pencil) => pencil.requests.length > 0,
    run: async (pencil, real) => {
      const [request] = pencil.requests.splice(choice % pencil.requests.length, 1);
      const { member, amount: amountFc, drawn } = request!;
      const held = `${member}/withdraw_pending`;
      const costs = amountFc > 6n ? [BigInt(fee), BigInt(deduction)] : [0n, 0n];
      const [feeFc, deductionFc] = costs as [bigint, bigint];
      const decide = isAccepted
        ? both("accept", () => ({
            moves: [
              [held, "payouts", amountFc - feeFc - deductionFc],
              [held, "fees", feeFc],
              [held, "deductions", deductionFc],
            ],
            act: () =>
              atomically(
                real.db,
                post,
                posting.withdrawalAccepted({
                  ...common(),
                  memberId: member,
                  amountFc: asFc(amountFc),
                  feeFc: asFc(feeFc),
                  deductionFc: asFc(deductionFc),
                }),
              ),
          }))
        : both("reject", () => ({
            moves: wallets.map((wallet, i): Move => [held, `${member}/${wallet}`, drawn[i]!]),
            act: () => {
              const [staking, earning, offer] = drawn.map((each) => asFc(each)) as [Fc, Fc, Fc];
              const given = { ...common(), memberId: member, drawn: { staking, earning, offer } };
              return atomically(real.db, post, posting.withdrawalRejected(given));
            },
          }));
      await decide.run(pencil, real);
    },
  })),
  fc.tuple(who, amount).map(([at, amountFc]) =>
    both("internal", (pencil, { db, members }) => {
      const drawn = pencil.drawn(members[at]!, amountFc);
      const isEnough = drawn.reduce((sum, each) => sum + each, 0n) === amountFc;
      return {
        moves: isEnough
          ? wallets.map((wallet, i): Move => [
              `${members[at]}/${wallet}`,
              `${members[at]}/transfer`,
              drawn[i]!,
            ])
          : [],
        act: () => atomically(db, moveToTransfer, { memberId: members[at]!, amountFc: amountFc }),
      };
    }),
  ),
  fc.tuple(who, fc.integer({ min: 1, max: 2 }), amount).map(([at, step, amountFc]) =>
    both("transfer", (_, { db, members }) => {
      const [from, to] = [members[at]!, members[(at + step) % 3]!];
      return {
        moves: [[`${from}/transfer`, `${to}/transfer`, amountFc]],
        act: () => atomically(db, post, transferOf(from, to, amountFc)),
      };
    }),
  ),
  fc
    .tuple(who, fc.constantFrom(...accounts), fc.constantFrom("credit" as const, "debit" as const), amount)
    .map(([at, account, direction, amountFc]) =>
      both(direction, (_, { db, members }) => {
        const own = `${members[at]}/${account}`;
        return {
          moves: [direction === "credit" ? ["adjustments", own, amountFc] : [own, "adjustments", amountFc]],
          act: () => {
            const given = {
              ...common(),
              memberId: members[at]!,
              account,
              direction,
              amountFc: amountFc,
              reason: "test",
            };
            return atomically(db, post, posting.adjustment(given));
          },
        };
      }),
    ),
  fc.nat().map((choice) => ({
    toString: () => "reverse",
    check: (pencil) => pencil.entries.some(({ isUndone }) => !isUndone),
    run: async (pencil, real) => {
      const open = pencil.entries.filter(({ isUndone }) => !isUndone);
      const entry = open[choice % open.length]!;
      // One of a withdrawal would leave its decision without money: the feature decides those.
      if (entry.moves.some(([, to]) => to.endsWith("withdraw_pending"))) return;
      const undo = both("reverse", () => ({
        moves: entry.moves.map(([from, to, each]): Move => [to, from, each]),
        act: () => atomically(real.db, reverse, { entryId: entry.id, reason: "test", now }),
        after: () => {
          entry.isUndone = true;
          pencil.entries.at(-1)!.isUndone = true;
        },
      }));
      await undo.run(pencil, real);
    },
  })),
  fc.constant({
    toString: () => "seal",
    check: () => true,
    run: async (pencil, real) => {
      await compareHouse(pencil, real.db);
      await seal(real.db, { secretKey, now });
      await compareHouse(pencil, real.db);
    },
  }),
];

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

test("whatever is done in whatever order, the books say what a pencil says, and every coin stays", async () => {
  // House accounts run on from one sequence to the next; members are new ones each time.
  const house = new Pencil();
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 20, size: "max" }), async (sequence) => {
      const members = await Promise.all([1, 2, 3].map(() => addMember(ledger.db)));
      const pencil = new Pencil();
      for (const [account, sum] of house.sums) pencil.sums.set(account, sum);
      await begin(pencil, members);
      await fc.asyncModelRun(() => ({ model: pencil, real: { db: ledger.db, members } }), sequence);
      for (const [account, sum] of pencil.sums) house.sums.set(account, sum);
      await compareHouse(pencil, ledger.db);
      await statementsAddUp(ledger.db, members[1]!);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  await seal(ledger.db, { secretKey, now });
  await seal(ledger.db, { secretKey, now });
  const verified = await verify(ledger.url, { secretKey });
  expect(verified.differences).toEqual([]);
  expect(verified.entries).toBeGreaterThan(1000n);
});

/** Something to move, for two of the three. */
async function begin(pencil: Pencil, members: number[]): Promise<void> {
  const entries = members
    .slice(1)
    .flatMap((memberId) =>
      accounts
        .slice(0, 5)
        .map((account) => opening({ ...common(), memberId, account, amountFc: asFc(300n) })),
    );
  entries.push(posting.poolFunded({ ...common(), amountFc: asFc(500n), source: "treasury" }));
  const ids = await atomically(ledger.db, postMany, entries);
  const moves = members
    .slice(1)
    .flatMap((memberId) =>
      accounts.slice(0, 5).map((account): Move => ["adjustments", `${memberId}/${account}`, 300n]),
    );
  for (const [at, move] of [...moves, ["treasury", "rewards_pool", 500n] as Move].entries()) {
    pencil.write(ids.get(entries[at]!.key)!, [move]);
  }
}

async function statementsAddUp(db: Db, memberId: number): Promise<void> {
  const balances = await balancesOf(db, memberId);
  const { lines } = await statementPage(db, { memberId, accounts, limit: 1000 });
  const { openingFc, closingFc } = await statementTotals(db, { memberId, accounts });
  expect(openingFc).toBe(0n);
  expect(closingFc).toBe(Object.values(balances).reduce((sum, each) => sum + each, 0n));
  let balance = 0n;
  for (const line of lines.toReversed()) {
    balance += line.type === "C" ? line.amountFc : minus(noFc, line.amountFc);
    expect(line.balanceAfterFc).toBe(balance);
  }
  expect(balance).toBe(closingFc);
}
