// Blocks of eight on eight levels. For a leg of tens of thousands this reads the fewest rows of the sizes that were
// tried (37; blocks of sixteen read 60) and writes one row more.
const bits = 3;
const topLevel = 7;

/** SQL: a relation of all levels. */
export const eachLevel = `generate_series(0, ${topLevel}) as each (level)`;

/** SQL: where, on a level, the weight of a position is counted. Index 0, a level's first block, is not kept. */
export function indexOf(pos: string): string {
  return `(${pos} >> ${bits} * each.level)`;
}

/** SQL: the last index of the block that an index is in. */
export function lastOfBlock(index: string): string {
  return `(${index} | ${(1 << bits) - 1})`;
}

/** The blocks above level 0 that count a position, from the smallest. */
export function* blocksOf(pos: number): Generator<{ level: number; index: number }> {
  for (let level = 1, index = pos >> bits; index > 0; level++, index >>= bits) yield { level, index };
}
