import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { noFaults, type Faults } from "../../testing/chain/faulty-endpoint.ts";
import { startTestChain, type TestChain } from "../../testing/chain/test-chain.ts";
import { openChain } from "./chain.ts";
import { ChainProblem, type Address } from "./types.ts";

let tested: TestChain;
let listed: Address;
let clean: Address;
beforeAll(async () => {
  tested = await startTestChain({ hotWalletCoins: 0n });
  listed = (await tested.newWallet()).address;
  clean = (await tested.newWallet()).address;
  await tested.sanction(listed);
});
afterAll(() => tested.stop());
afterEach(() => {
  for (const { faults } of tested.endpoints) Object.assign(faults, noFaults);
});

const yes = `0x${"1".padStart(64, "0")}`;
const no = `0x${"0".repeat(64)}`;
const isCall = ({ method }: { method: string }) => method === "eth_call";
const saying = (word: unknown): Partial<Faults> => ({ lie: (asked) => (isCall(asked) ? word : undefined) });
const make = (faults: Partial<Faults>, endpoints: number) => {
  for (const endpoint of tested.endpoints.slice(0, endpoints)) Object.assign(endpoint.faults, faults);
};

test("an address is sanctioned as long as the oracle's list has it", async () => {
  expect(await tested.chain.isSanctioned(listed)).toBe(true);
  expect(await tested.chain.isSanctioned(clean)).toBe(false);
  await tested.sanction(listed, false);
  expect(await tested.chain.isSanctioned(listed)).toBe(false);
  await tested.sanction(listed);
});

test("without an oracle no address is sanctioned, and nobody is asked", async () => {
  const chain = await openChain({ ...tested.place, sanctionsOracle: undefined });
  const before = tested.endpoints.map(({ asked }) => asked.length);
  expect(await chain.isSanctioned(listed)).toBe(false);
  expect(tested.endpoints.map(({ asked }) => asked.length)).toEqual(before);
});

test.each([
  ["lies", saying(no)],
  ["is down", { isDown: true }],
  ["is too busy", { isTooBusy: true }],
  ["answers nonsense", { answersNonsense: true }],
] as const)("of three endpoints one that %s decides nothing", async (_, faults) => {
  make(faults, 1);
  expect(await tested.chain.isSanctioned(listed)).toBe(true);
  expect(await tested.chain.isSanctioned(clean)).toBe(false);
});

test.each([
  ["are down", { isDown: true }],
  ["refuse the call", { refuse: () => "execution reverted" }],
  ["say nothing at all, as where there is no contract", saying("0x")],
  ["say another number than yes or no", saying(`0x${"2".padStart(64, "0")}`)],
] as const)("where two of three %s there is no answer, rather than no", async (_, faults) => {
  make(faults, 2);
  await expect(tested.chain.isSanctioned(clean)).rejects.toThrow(ChainProblem);
});

test("where endpoints contradict each other there is no answer", async () => {
  const [one, two, three] = tested.endpoints;
  Object.assign(one!.faults, saying(yes));
  Object.assign(two!.faults, saying(no));
  three!.faults.isDown = true;
  await expect(tested.chain.isSanctioned(clean)).rejects.toThrow("contradict each other");
});

test("a setting that names no oracle stops the start with its name", async () => {
  const open = (sanctionsOracle: string) => openChain({ ...tested.place, sanctionsOracle });
  await expect(open(clean)).rejects.toThrow(
    `SANCTIONS_ORACLE: the contract at ${clean} does not say whether an address is sanctioned`,
  );
  await expect(open("0x52908400098527886E0F7030069857D2E4169eE7")).rejects.toThrow(
    "SANCTIONS_ORACLE: this address has a wrong checksum",
  );
});
