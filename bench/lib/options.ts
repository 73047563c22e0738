import { parseArgs } from "node:util";

export interface Options {
  members: number;
  /** With PostgreSQL's own guarantees against a crash; without them the disk's speed stays out of the figures. */
  durable: boolean;
}

export function options(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      members: { type: "string", default: "1000000" },
      durable: { type: "boolean", default: false },
    },
  });
  return { members: Number(values.members), durable: values.durable };
}
