import { AppError } from "@fc/contract/errors";
import { operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import type { operatorChanges } from "@fc/contract/operators/console";
import type { ProposalKind } from "@fc/contract/proposals/console-kinds";
import * as z from "zod/mini";
import { sendOperatorMail } from "../../core/mails/mails.ts";
import { activeAdmins } from "../../core/operators/admins.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct, type Doers, type Review } from "../../core/proposals/act.ts";
import { endProposalsOf } from "../../core/proposals/proposals.ts";
import { hasAuthenticator, turnOffAuthenticator } from "../../core/totp/authenticator.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { revokeOperatorSessions, type Operating } from "../../platform/operator-sessions.ts";
import { addOperator, checkNewOperator, invite } from "./invitations.ts";

const role = z.enum(operatorRoles);

/** Who proposed it, for the log, where that was another operator. */
const proposer = ({ operating, proposedBy }: Doers) =>
  proposedBy.id === operating.operatorId ? {} : { proposedBy: proposedBy.name };

/** An invited operator could be a second account of the admin who invites: then one person would be two. */
export const invitationAct = proposalAct({
  kind: "operator-invitation",
  change: z.object({ name: z.string(), email: z.string(), role }),
  async review(db, invited) {
    await checkNewOperator(db, invited.email);
    return {
      subject: invited.email.toLowerCase(),
      title: `Let ${invited.name} in as ${invited.role}`,
      lines: [
        { label: "Operator", from: "nobody", to: `${invited.name}, ${invited.email}` },
        { label: "Role", from: "none", to: invited.role },
      ],
      before: {},
    };
  },
  apply: (tx, invited, { operating, publicUrl, ...doers }) =>
    letIn(tx, { ...invited, operating, publicUrl, details: proposer({ operating, publicUrl, ...doers }) }),
});

interface Invited {
  name: string;
  email: string;
  role: OperatorRole;
  operating: Operating;
  publicUrl: string;
  details?: Record<string, string>;
}

/** Adds an operator and mails the invitation. */
export async function letIn(tx: Tx, { operating, publicUrl, details, ...invited }: Invited): Promise<number> {
  const { now } = operating;
  const operatorId = await addOperator(tx, { ...invited, now });
  await invite(tx, { operatorId, publicUrl, now });
  await logAction(tx, {
    ...operating,
    action: "operator/invite",
    details: { operator: invited.email, role: invited.role, ...details },
  });
  return operatorId;
}

export const roleAct = proposalAct({
  kind: "operator-role",
  change: z.object({ id: z.number(), role }),
  async review(db, change) {
    const operator = await operatorOf(db, change.id);
    return {
      ...concerning(operator),
      title: `Change the role of ${operator.name}`,
      lines: [{ label: "Role", from: operator.role, to: change.role }],
      before: { role: operator.role, status: operator.status },
    };
  },
  async apply(tx, { id, role: to }, doers) {
    const { email, role: from } = await operatorOf(tx, id);
    await tx.updateTable("operators").set({ role: to }).where("id", "=", id).execute();
    const details = { operator: email, from, to, ...proposer(doers) };
    await logAction(tx, { ...doers.operating, action: "operator/role", details });
  },
});

type SignInChange = (typeof operatorChanges)[number];

/** Changes that let somebody sign in, or sign in with less; by the change, as the page names it. */
export const signInActs = {
  enable: signInAct("operator-enabling", "enable", (operator) => ({
    title: `Enable the account of ${operator.name}`,
    lines: [{ label: "Account", from: "disabled", to: `enabled, as ${operator.role}` }],
  })),
  "reset-second-step": signInAct("operator-second-step", "reset-second-step", (operator) => ({
    title: `Remove the authenticator app of ${operator.name}`,
    lines: [
      {
        label: "Second step",
        from: operator.hasSecondStep ? "authenticator app" : "none yet",
        to: "none: the next login sets up a new app",
      },
    ],
  })),
  "invite-again": signInAct("operator-password", "invite-again", (operator) => ({
    title: `Send ${operator.name} a new invitation`,
    lines: [
      {
        label: "Password",
        from: "the operator's own",
        to: `a new one, by a link mailed to ${operator.email}`,
      },
    ],
  })),
} as const satisfies Record<Exclude<SignInChange, "disable">, unknown>;

function signInAct(
  kind: ProposalKind,
  change: SignInChange,
  worded: (operator: OperatorNow) => Pick<Review, "title" | "lines">,
) {
  return proposalAct({
    kind,
    change: z.object({ id: z.number() }),
    async review(db, { id }) {
      const operator = await operatorOf(db, id);
      const { role: held, status, hasSecondStep } = operator;
      return { ...concerning(operator), ...worded(operator), before: { role: held, status, hasSecondStep } };
    },
    apply: (tx, { id }, doers) => changeSignIn(tx, { id, change, ...doers, details: proposer(doers) }),
  });
}

interface SignInRequest {
  id: number;
  change: SignInChange;
  operating: Operating;
  publicUrl: string;
  details?: Record<string, string>;
}

/** Each of them also signs the operator out everywhere. */
export async function changeSignIn(
  tx: Tx,
  { id, change, operating, publicUrl, details }: SignInRequest,
): Promise<void> {
  const { now } = operating;
  const operator = await operatorOf(tx, id);
  if (change === "invite-again") await invite(tx, { operatorId: id, publicUrl, now });
  if (change === "reset-second-step") await turnOffAuthenticator(tx, { kind: "operator", id });
  if (change === "disable" || change === "enable") {
    const status = change === "disable" ? "disabled" : "active";
    await tx.updateTable("operators").set({ status }).where("id", "=", id).execute();
  }
  if (change === "disable") {
    await endProposalsOf(tx, { operatorId: id, by: operating.operatorId, now });
    await tellDisabled(tx, operator, operating);
  }
  await revokeOperatorSessions(tx, { operatorId: id, now });
  await logAction(tx, {
    ...operating,
    action: `operator/${change}`,
    details: { operator: operator.email, ...details },
  });
}

/** Goes to the operator and to every admin: a stolen session must not shut out, unseen, who would refuse its proposals. */
async function tellDisabled(tx: Tx, operator: OperatorNow, { operatorId, now }: Operating): Promise<void> {
  const { name: by } = await operatorOf(tx, operatorId);
  const values = { operator: `${operator.name}, ${operator.email}`, role: operator.role, by };
  for (const to of [operator, ...(await activeAdmins(tx))]) {
    await sendOperatorMail(tx, { kind: "operator-disabled", to, now, values });
  }
}

type OperatorNow = Awaited<ReturnType<typeof operatorOf>>;

async function operatorOf(db: Db, id: number) {
  const operator = await db
    .selectFrom("operators")
    .select(["id", "name", "email", "role", "status"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!operator) throw new AppError("NOT_FOUND");
  return { ...operator, hasSecondStep: await hasAuthenticator(db, { kind: "operator", id }) };
}

const concerning = ({ id }: { id: number }) => ({ subject: String(id), operatorId: id });
