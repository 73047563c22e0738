/** How one node of the database sees all of them. */
type View = { name: string; role: string; state: string }[];

/** Of all nodes that answer. One that stood still or was cut off may for a while say what was true before. */
export async function viewsOf(patroniPorts: readonly number[]): Promise<View[]> {
  const asked = patroniPorts.map(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/cluster`, { signal: AbortSignal.timeout(2000) });
    return ((await answer.json()) as { members: View }).members;
  });
  const answers = await Promise.allSettled(asked);
  return answers.filter((answer) => answer.status === "fulfilled").map(({ value }) => value);
}

export function leaderIn(view: View): string | undefined {
  return view.find(({ role }) => role === "leader")?.name;
}

/** Whether all views have the same leader, and all others follow it. */
export function isWhole(views: readonly View[], standbyRole: string): boolean {
  const isFollowing = ({ role, state }: View[number]) => role === standbyRole && state === "streaming";
  return (
    new Set(views.map(leaderIn)).size === 1 &&
    views.every(({ length }) => length === views.length) &&
    views.every((view) => view.every((node) => node.role === "leader" || isFollowing(node)))
  );
}
