import { parseArgs } from "node:util";

export interface Options {
  members: number;
  /** Whether commits wait for the disk. If not, the figures do not depend on the disk's speed. */
  durable: boolean;
  /** Of the ten years of a ledger. */
  postings: number;
}

export function options(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      members: { type: "string", default: "1000000" },
      durable: { type: "boolean", default: false },
      postings: { type: "string", default: "10000000" },
    },
  });
  return { members: Number(values.members), durable: values.durable, postings: Number(values.postings) };
}
