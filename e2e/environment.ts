/** Where the product under test runs, as global-setup.ts started it. */
export const environment = {
  url: () => required("E2E_URL"),
  inboxUrl: () => required("E2E_INBOX_URL"),
  databaseUrl: () => required("E2E_DATABASE_URL"),
  logFile: () => required("E2E_LOG_FILE"),
  /** What tests write for the product to read is encrypted with it. */
  secretKey: "the key of the browser tests, 32+ letters",
};

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts`);
  return value;
}
