import { options } from "./lib/options.ts";

// npm run bench -- network [--members 1000000] [--durable]
const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z-]+$/.test(name)) throw new Error("Which benchmark? For example: network");
const { run } = (await import(`./${name}.ts`)) as { run(chosen: ReturnType<typeof options>): Promise<void> };
await run(options(process.argv.slice(3)));
