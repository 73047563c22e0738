/** Where the product under test runs, as global-setup.ts started it. */
export const environment = {
  url: () => required("E2E_URL"),
  inboxUrl: () => required("E2E_INBOX_URL"),
  databaseUrl: () => required("E2E_DATABASE_URL"),
};

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts`);
  return value;
}
