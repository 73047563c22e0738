import pg from "pg";
import { second } from "./clock.ts";

/** A server behind a firewall that swallows everything would otherwise be waited for two minutes. */
const connectWithinMs = 10 * second;

/** Opens a connection for one piece of work, and closes it however that ends. `purpose` is what the database shows. */
export async function withConnection<Result>(
  { url, purpose }: { url: string; purpose: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `fc-portal ${purpose}`,
    connectionTimeoutMillis: connectWithinMs,
  });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    // pg gives its own time limit no code.
    const isLate = error instanceof Error && error.message === "timeout expired";
    throw isLate ? Object.assign(error, { code: "ETIMEDOUT" }) : error;
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
