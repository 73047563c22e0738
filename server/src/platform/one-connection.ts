import pg from "pg";

/** Opens a connection for one piece of work, and closes it however that ends. `purpose` is what the database shows. */
export async function withConnection<Result>(
  { url, purpose }: { url: string; purpose: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: `fc-portal ${purpose}` });
  // A lost connection fails the statement that uses it; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
