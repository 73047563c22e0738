import { parseArgs } from "node:util";

export interface Options {
  /** All benchmarks if none is named. */
  names: string[];
  help: boolean;
  members: number;
  /** Whether commits wait for the disk, as in production. It counts for the product and for its peers alike. */
  durable: boolean;
  /** Of the ten years of a ledger. */
  postings: number;
  /** "traffic" says where the processors' time goes, instead of how much the machine can do. */
  profile: boolean;
}

export function options(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", default: false },
      members: { type: "string", default: "1000000" },
      "without-fsync": { type: "boolean", default: false },
      postings: { type: "string", default: "10000000" },
      profile: { type: "boolean", default: false },
    },
  });
  return {
    names: positionals,
    help: values.help,
    members: Number(values.members),
    durable: !values["without-fsync"],
    postings: Number(values.postings),
    profile: values.profile,
  };
}
