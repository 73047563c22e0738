import { parseArgs } from "node:util";

export interface Options {
  members: number;
  /** Whether commits wait for the disk. If not, the figures do not depend on the disk's speed. */
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
