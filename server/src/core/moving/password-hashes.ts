/** The hashes of other systems that a member may sign in with once. */
const bcrypt = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;
const argon2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,4})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const scrypt = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

/** To compare one password may take about a second and 256 MiB: a sign-in costs it, also one by a stranger. */
const mostBcryptCost = 14;
const leastBcryptCost = 4;
const mostKib = 256 * 1024;
const mostPasses = 10;
const mostLanes = 16;

export function passwordHashProblem(hash: string): "hash-unknown" | "hash-too-costly" | undefined {
  const [, cost] = bcrypt.exec(hash) ?? [];
  if (cost !== undefined) {
    if (Number(cost) < leastBcryptCost) return "hash-unknown";
    return Number(cost) > mostBcryptCost ? "hash-too-costly" : undefined;
  }
  const [, kib, passes, lanes] = (argon2.exec(hash) ?? []).map(Number);
  if (kib !== undefined && passes !== undefined && lanes !== undefined) {
    return kib > mostKib || passes > mostPasses || lanes > mostLanes ? "hash-too-costly" : undefined;
  }
  const [, ln, r, p] = (scrypt.exec(hash) ?? []).map(Number);
  if (ln === undefined || r === undefined || p === undefined) return "hash-unknown";
  // scrypt holds 128 × r bytes for each of its 2^ln steps.
  return (2 ** ln * r) / 8 > mostKib || p > mostLanes ? "hash-too-costly" : undefined;
}
