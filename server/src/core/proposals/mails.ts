import type { Tx } from "../../platform/db.ts";
import { sendOperatorMail } from "../mails/mails.ts";
import type { OperatorMailValues } from "../mails/operator-mails.ts";
import { activeAdmins } from "../operators/admins.ts";

interface ToldProposal {
  /** Something waits for a second person, or the only admin has done it. */
  kind: "proposal-waiting" | "done-alone";
  values: OperatorMailValues["proposal-waiting"];
  now: Date;
}

/** Goes to every admin, the one who proposed it too: a stolen session must not propose unseen. */
export async function tellAdmins(tx: Tx, told: ToldProposal): Promise<void> {
  for (const to of await activeAdmins(tx)) await sendOperatorMail(tx, { ...told, to });
}
