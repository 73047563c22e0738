import { homeCountry } from "@fc/contract/countries";
import { insertAll, insertWeights } from "../network/bulk.ts";
import { expectedWeights, legOfSponsor, type RecomputedNetwork } from "../network/recompute.ts";
import { networkOf } from "./check-tree.ts";
import type { Company } from "./company.ts";
import { columnsOf } from "./format.ts";
import { given, importRows, momentOf, type Importing } from "./import-rows.ts";
import type { Row } from "./read-rows.ts";

const columns = columnsOf.members;
const memberColumns = [
  "id",
  "ref_id",
  "name",
  "email",
  "status",
  "language",
  "joined_at",
  "gender",
  "phone",
  "dob",
  "nominee",
  "relation",
  "address",
  "city",
  "pin",
  "country",
] as const;

/** Of members without a usable e-mail address: mails to this domain are never sent. */
export const nobodysDomain = "@closed.invalid";

interface Member {
  cells: readonly (string | number | Date | null)[];
  id: number;
  hash: string | undefined;
}

/** Members with their ids in the order of the file, so that an export lists them in the same order. */
export async function importMembers(importing: Importing, joinedAt: Float64Array): Promise<void> {
  const { client } = importing;
  await importRows(
    importing,
    "members",
    (row) => memberOf(row, importing, joinedAt),
    async (members) => {
      await insertAll(
        client,
        { table: "members", columns: memberColumns },
        members.map(({ cells }) => cells),
      );
      const hashes = members.flatMap(({ id, hash }) => (hash === undefined ? [] : [[id, hash]]));
      await insertAll(client, { table: "moved_passwords", columns: ["member_id", "hash"] }, hashes);
    },
  );
  await client.query("select setval(pg_get_serial_sequence('members', 'id'), (select max(id) from members))");
}

function memberOf(row: Row, { idOf }: Importing, joinedAt: Float64Array): Member {
  const refId = given(row, columns.userId);
  const id = idOf(refId);
  const status = given(row, columns.status);
  const joined = momentOf(row, columns.joinedAt);
  joinedAt[id] = joined.getTime();
  const email = row.read(columns.email) ?? `moved-${id}${nobodysDomain}`;
  const text = (column: (typeof columns)["nominee" | "address" | "pin"]) => row.read(column) ?? "";
  const place = [text(columns.address), text(columns.city), text(columns.pin)];
  // Who gave no address has not given a country.
  const country = row.read(columns.country) ?? (place.some((part) => part !== "") ? homeCountry : "");
  const cells = [
    id,
    refId,
    given(row, columns.name),
    email,
    status,
    row.read(columns.language) ?? null,
    joined,
    given(row, columns.gender),
    row.read(columns.mobile) ?? "",
    row.read(columns.dob) ?? null,
    text(columns.nominee),
    text(columns.relation),
    ...place,
    country,
  ];
  return { cells, id, hash: row.read(columns.passwordHash) };
}

interface Placing {
  company: Company;
  network: RecomputedNetwork;
  /** By the number of a member in the files. */
  ids: Int32Array;
  /** By the id. */
  joinedAt: Float64Array;
}

/** Both trees, with the runs and the weights of the legs that follow from them. */
export async function importPlaces(
  { client }: Importing,
  { company, network, ids, joinedAt }: Placing,
): Promise<void> {
  const members = networkOf(company);
  const { runHead, pos, order } = network;
  const id = (number: number | undefined) => ids[number ?? -1] ?? 0;
  function* rows() {
    for (const number of order) {
      const own = id(number);
      const placed = new Date(joinedAt[own] ?? 0);
      if ((members.parent[number] ?? -1) < 0) yield [own, null, null, null, null, null, placed, null];
      else {
        const sponsor = company.sponsor[number] ?? -1;
        const side = members.side[number] === 0 ? "left" : "right";
        const leg = legOfSponsor(members, network, { member: number, sponsor });
        const place = [id(members.parent[number]), side, id(runHead[number]), pos[number] ?? 0];
        yield [own, id(sponsor), ...place, placed, leg];
      }
    }
  }
  const placeColumns = ["member_id", "sponsor_id", "parent_id", "side", "run_head_id", "pos", "placed_at"];
  await insertAll(client, { table: "placements", columns: [...placeColumns, "moved_leg"] }, rows());
  await client.query(
    `insert into placement_runs (head_id, side, tail_id, tail_pos)
     select distinct on (run_head_id, side) run_head_id, side, member_id, pos from placements
     where side is not null order by run_head_id, side, pos desc`,
  );
  await insertWeights(client, "leg_weights", expectedWeights(members, network), id);
}
