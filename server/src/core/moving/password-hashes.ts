/** The hashes of other systems that a member may sign in with once. */
const bcrypt = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;
const argon2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,4})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const scrypt = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

/** Comparing one password may take about half a second and 128 MiB. A stranger's sign-in costs as much. */
const mostBcryptCost = 12;
const leastBcryptCost = 4;
const mostKib = 128 * 1024;
/** argon2 goes through its memory in each pass. */
const mostKibOfPasses = 256 * 1024;
const mostLanes = 16;

export function passwordHashProblem(hash: string): "hash-unknown" | "hash-too-costly" | undefined {
  const [, cost] = bcrypt.exec(hash) ?? [];
  if (cost !== undefined) {
    if (Number(cost) < leastBcryptCost) return "hash-unknown";
    return Number(cost) > mostBcryptCost ? "hash-too-costly" : undefined;
  }
  const [, kib, passes, lanes] = (argon2.exec(hash) ?? []).map(Number);
  if (kib !== undefined && passes !== undefined && lanes !== undefined) {
    const isTooCostly = kib > mostKib || kib * passes > mostKibOfPasses || lanes > mostLanes;
    return isTooCostly ? "hash-too-costly" : undefined;
  }
  const [, ln, r, p] = (scrypt.exec(hash) ?? []).map(Number);
  if (ln === undefined || r === undefined || p === undefined) return "hash-unknown";
  // scrypt holds 128 × r bytes for each of its 2^ln steps, and does it all once for each lane.
  return ((2 ** ln * r) / 8) * p > mostKib || p > mostLanes ? "hash-too-costly" : undefined;
}
