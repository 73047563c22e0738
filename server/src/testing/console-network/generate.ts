import pg from "pg";
import type { SecretKey } from "../../platform/secrets.ts";
import { moveDaySums } from "../../core/ledger/day-sums.ts";
import { moveHouseSums } from "../../core/ledger/house.ts";
import { hour, minute } from "../../platform/clock.ts";
import { atomically, createDb, createPool, type Tx } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { generate, type GeneratedNetwork } from "../network/generate.ts";
import { writeBank } from "./bank.ts";
import { writeIdentity } from "./identity.ts";
import { writeLedger } from "./ledger.ts";
import { prepare } from "./sql.ts";
import { writeTraces } from "./traces.ts";

interface ConsoleNetwork {
  members: number;
  now: Date;
  secretKey: SecretKey;
  /** Who decided what was decided; the first one signs in. */
  operatorHash: string;
}

/**
 * A network with everything that operators look at: stakes, withdrawals, rewards of a month, KYC cases, taxes, sign-ins,
 * mails, support, signals, the bank and years of the log, in plausible amounts. For an empty database.
 */
export async function generateConsoleNetwork(
  ownerUrl: string,
  { members, now, secretKey, operatorHash }: ConsoleNetwork,
): Promise<GeneratedNetwork> {
  const until = new Date(now.getTime() - hour);
  const network = await generate(ownerUrl, { members, seed: 1, shape: "deep", until });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `insert into operators (email, name, role, password_hash, created_at, signed_in_at)
      select 'operator' || n || '@example.com', 'Operator ' || n, 'admin', $1, $2, $2 from generate_series(1, 4) as n`,
      [operatorHash, until],
    );
    await prepare(owner);
    await writeLedger(owner, { now });
    await keepSums(ownerUrl);
    await writeIdentity(owner, { ...network, secretKey, now });
    await writeBank(owner, { now });
    await writeTraces(owner, { now });
    return network;
  } finally {
    await owner.end();
  }
}

/** As the sealer keeps them. Sealing itself would take longer than everything else. */
async function keepSums(ownerUrl: string): Promise<void> {
  const db = createDb(createPool({ url: loginUrlOf(ownerUrl), poolSize: 1 }), {
    statementTimeoutMs: 30 * minute,
  });
  try {
    const { id: lastId } = await db
      .selectFrom("ledger_entries")
      .select((eb) => eb.fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    await atomically(db, moveSums, { lastId });
  } finally {
    await db.destroy();
  }
}

async function moveSums(tx: Tx, upTo: { lastId: bigint }): Promise<void> {
  await moveDaySums(tx, upTo);
  await moveHouseSums(tx, upTo);
}
