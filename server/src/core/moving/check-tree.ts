import { recompute, type Members, type RecomputedNetwork } from "../network/recompute.ts";
import { mostTurns } from "../network/place.ts";
import type { Company } from "./company.ts";
import { exactOfCount } from "./exact-amount.ts";
import { fileNames } from "./format.ts";
import type { FindingKindName } from "./finding-kinds.ts";

/** Both trees as a whole, once every member is known. Answers the network with what stands in each leg. */
export function checkTrees(company: Company): RecomputedNetwork {
  const { line, parent, refIds, sponsor } = company;
  const isMember = (number: number) => line[number] !== 0;
  const found = (kind: FindingKindName, number: number, column: string, value: string) =>
    company.reading.findings.add({
      kind,
      file: fileNames.members,
      line: line[number] ?? null,
      column,
      value,
    });
  const idOf = (number: number) => refIds[number] ?? "";

  let roots = 0;
  for (let number = 0; number < line.length; number++) {
    if (!isMember(number)) continue;
    const [above, inviting] = [parent[number] ?? -1, sponsor[number] ?? -1];
    company.add("members", exactOfCount(1));
    if (above < 0) {
      if (roots++ > 0) found("several-roots", number, "parent_id", idOf(number));
      continue;
    }
    if (!isMember(inviting)) found("unknown-sponsor", number, "sponsor_id", idOf(inviting));
    if (!isMember(above)) found("unknown-parent", number, "parent_id", idOf(above));
  }
  if (!line.some((each) => each > 0)) company.reading.findings.addFor(fileNames.members, "no-members");
  else if (roots === 0) company.reading.findings.addFor(fileNames.members, "no-root");
  for (const number of circles(parent)) found("circle-in-tree", number, "parent_id", idOf(number));
  for (const number of circles(sponsor)) found("circle-of-sponsors", number, "sponsor_id", idOf(number));
  const network = recompute(networkOf(company));
  for (const number of network.doublyPlaced) found("place-taken", number, "side", idOf(number));
  for (const number of network.order) {
    // The way to the first member on a side of the root has no turn yet, and a placement counts it as one. Only the
    // first of a run turns.
    const isTurn = network.pos[number] === 1 && (network.turns[number] ?? 0) >= mostTurns;
    if (isTurn) found("too-many-turns", number, "user_id", idOf(number));
  }
  return network;
}

export function networkOf({ line, parent, side, runningStakes, businessUsdCents }: Company): Members {
  return {
    count: line.length,
    parent: Int32Array.from(parent),
    side: Uint8Array.from(side, (each) => (each === "right" ? 1 : 0)),
    activeUsers: Int32Array.from(runningStakes, (stakes) => Math.min(stakes, 1)),
    businessUsdCents: BigInt64Array.from(businessUsdCents),
  };
}

/** One member of each circle that the links make. */
function circles(links: readonly number[]): number[] {
  const walkOf = new Int32Array(links.length);
  const found: number[] = [];
  for (let start = 0; start < links.length; start++) {
    let at = start;
    while (at >= 0 && walkOf[at] === 0) {
      walkOf[at] = start + 1;
      at = links[at] ?? -1;
    }
    // The walk met itself, and not an earlier one.
    if (at >= 0 && walkOf[at] === start + 1) found.push(at);
  }
  return found;
}
