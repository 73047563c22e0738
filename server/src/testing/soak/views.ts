import { setTimeout as sleep } from "node:timers/promises";
import { activity } from "@fc/contract/activity/portal";
import { fcToWire } from "@fc/contract/money";
import { receipt } from "@fc/contract/receipts/portal";
import type { Device } from "./device.ts";
import type { Operation } from "./operations.ts";

/** Of each member only the newest: after hours of load there are thousands. */
const mostReceipts = 20;
/** A replica may be behind. */
const patienceMs = 15_000;

/**
 * What each member is shown at the end: every acknowledged operation once among the own movements, every transfer once
 * among the receiver's, and a receipt of each for both.
 */
export async function viewProblems(
  devices: readonly Device[],
  operations: readonly Operation[],
): Promise<string[]> {
  const acknowledged = operations.filter(({ outcome }) => outcome === "acknowledged");
  const byMember = new Map(devices.map((device) => [device.member.id, device]));
  const problems = [...byMember.values()].map(async (device) => {
    const { id } = device.member;
    const own = acknowledged.filter(({ member }) => member.id === id);
    const received = acknowledged.filter(({ kind, receiver }) => kind === "transfer" && receiver.id === id);
    return [
      ...(await movementProblems(device, [...own, ...received])),
      ...(await receiptProblems(device, own.slice(-mostReceipts), "own")),
      ...(await receiptProblems(device, received.slice(-mostReceipts), "received")),
    ];
  });
  return (await Promise.all(problems)).flat();
}

async function movementProblems(device: Device, operations: readonly Operation[]): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const shown = Map.groupBy(await movementsOf(device), ({ reference }) => reference);
    const problems = operations.flatMap(({ kind, amountFc, reference = "" }) => {
      const lines = (shown.get(reference) ?? []).filter((line) => line.amountFc === fcToWire(amountFc));
      return lines.length === 1
        ? []
        : [`${kind} ${reference} is shown ${lines.length} times to member ${device.member.id}`];
    });
    if (problems.length === 0 || performance.now() > deadline) return problems;
    await sleep(200);
  }
}

async function movementsOf(device: Device) {
  const all: { reference: string | null; amountFc: number }[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: Record<string, string> = { size: "100", ...(cursor !== "" && { cursor }) };
    const { text } = await device.read(activity, {}, query);
    const { data, next } = activity.response.parse(JSON.parse(text));
    all.push(...data);
    cursor = next;
  }
  return all;
}

async function receiptProblems(
  device: Device,
  operations: readonly Operation[],
  side: "own" | "received",
): Promise<string[]> {
  const problems: string[] = [];
  for (const { kind, amountFc, reference = "" } of operations) {
    const { status, text } = await device.read(receipt, { reference });
    const shown = status === 200 ? receipt.response.parse(JSON.parse(text)).data : undefined;
    if (shown?.reference === reference && shown.side === side && shown.amountFc === fcToWire(amountFc))
      continue;
    problems.push(`the receipt ${reference} of ${kind} (${side}) is ${shown ? text : `answered ${status}`}`);
  }
  return problems;
}
