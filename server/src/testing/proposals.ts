import { confirmProposal, consoleProposals, type ConsoleProposal } from "@fc/contract/proposals/console";
import { operatorSignedIn } from "./operators.ts";
import type { TestAnswer, TestApp, TestClient } from "./test-app.ts";

export const waitingFor = async (operator: TestClient): Promise<ConsoleProposal[]> =>
  (await operator.call(consoleProposals, {})).body.data.open;

/** Confirms the newest proposal that waits, as another admin. */
export async function confirmNewest(app: TestApp, by?: TestClient): Promise<TestAnswer> {
  const operator = by ?? (await operatorSignedIn(app, "admin"));
  const newest = (await waitingFor(operator)).at(-1);
  if (!newest) throw new Error("nothing waits for a second person");
  return operator.call(confirmProposal, { params: { id: newest.id } });
}
