/**
 * The numbers of all advisory locks, in one place so that no two pieces of work share one by mistake. A number never
 * changes: during an update two releases run on one database, and with two numbers both would believe that they work
 * alone. (Registration locks an e-mail address by its 64-bit hash; such a hash practically never equals one of these.)
 */
export const advisoryLocks = {
  /** Held while the schema is updated: other nodes that start wait, and then find it done. */
  migration: 7_215_001,
  /** Its holder is the only one that writes leg weights. */
  legWeights: 7_215_002,
  /** Its holder is the only one that seals ledger entries. */
  ledgerSeal: 7_215_003,
  /** Prices are changed one after the other, so that each change sees the ones before. */
  prices: 7_215_004,
  /** Rules of tax are changed one after the other, so that each change sees the ones before. */
  taxRules: 7_215_060,
  /** Plan versions are added one after the other, so that each sees the ones before. */
  planVersions: 7_215_005,
  /** Its holder is the only one that runs a step of a closing. Those who pay hold it shared, each with a chunk. */
  closing: 7_215_006,
  /** With the number of a chunk beside it: its holder is the only one that pays that chunk. */
  closingChunk: 7_215_090,
  /** Business settings are changed one after the other, so that each change sees the ones before. */
  businessSettings: 7_215_016,
  /** Of two identical requests for a job at the same time, the second finds the job of the first. */
  requestedJobs: 7_215_018,
  /** Pool fundings check the house's sums, which have no floor of their own, one after the other. */
  poolFunding: 7_215_019,
  /** Of two nodes that start on one empty database, one fills in the demo and the other waits. */
  demoSeed: 7_215_020,
  /** Of two first members at once, the second finds the first. */
  firstMember: 7_215_021,
  /** With a sponsor's id beside it: newcomers by the link of that one's preference are placed one after the other. */
  preferredPlace: 7_215_084,
  /** Proposals are made and decided one after the other. It is taken before the lock of what they change. */
  proposals: 7_215_041,
  /**
   * With the number of what is paused beside it: a request holds it shared until the commit. So once a pause is
   * written, no node is still doing what it stops.
   */
  pauses: 7_215_042,
  /** Of two nodes that start with a new secret key, one registers it. */
  secretKey: 7_215_023,
  /** Its holder is the only one that makes a backup. */
  backup: 7_215_022,
  /** Its holder is the only one that rehearses a restore. */
  rehearsal: 7_215_024,
  /** Every process that uses the embedded PostgreSQL holds it shared, so that the last one to end can notice it. */
  embeddedPostgresInUse: 4_201_886_412,
} as const;
