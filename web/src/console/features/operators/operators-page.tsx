import { operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import {
  changeOperator,
  inviteOperator,
  operatorChanges,
  takesTwoToInvite,
  type Operator,
} from "@fc/contract/operators/console";
import { proposalKindNames, proposalKinds } from "@fc/contract/proposals/console-kinds";
import type { BodyOf } from "@fc/contract/route";
import { Button, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { formText } from "../../../lib/form-text.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { PlainTextField, TextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { TableSurface } from "../../../ui/table/ruled-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";
import { operatorsQuery } from "./queries.ts";
import { isRole, RoleRights } from "./role-rights.tsx";

const columns: readonly Column<Operator>[] = [
  { title: "Name", cell: ({ name }) => name, value: ({ name }) => name },
  { title: "E-mail", cell: ({ email }) => email, value: ({ email }) => email },
  { title: "Role", cell: ({ role }) => role, value: ({ role }) => role },
  { title: "State", cell: stateOf, value: stateOf },
  {
    title: "Last seen",
    cell: ({ lastSeenAt }) => <Whole>{lastSeenAt ? dateTimeText(lastSeenAt, "en") : "–"}</Whole>,
    value: ({ lastSeenAt }) => lastSeenAt,
  },
];

const operatorKinds = proposalKindNames.filter((kind) => proposalKinds[kind].to === "/operators");

/** The own row has no button, because the server refuses changes of the own account. */
function changeColumn(myId: number, onChange: (operator: Operator) => void): Column<Operator> {
  return {
    title: "Actions",
    cell: (operator) =>
      operator.id !== myId && (
        <button type="button" className="link-button" onClick={() => onChange(operator)}>
          Change
        </button>
      ),
    inCard: "actions",
  };
}

export default function OperatorsPage() {
  const me = useOperator();
  const { data, error, refetch } = useQuery(operatorsQuery);
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<Operator>();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Stack>
      {mayCall(me.role, inviteOperator) && (
        <div>
          <Button onClick={() => setInviting(true)}>Invite an operator</Button>
        </div>
      )}
      <WaitingHere kinds={operatorKinds} />
      <TableSurface>
        <PlainTable
          label="Operators"
          columns={
            mayCall(me.role, changeOperator) ? [...columns, changeColumn(me.id, setChanging)] : columns
          }
          rows={data}
          rowKey={({ id }) => id}
        />
      </TableSurface>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {changing && (
        <ChangeDialog
          operator={changing}
          isLastOtherAdmin={isAdmin(changing) && data.filter(isAdmin).length <= 2}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Stack>
  );
}

const isAdmin = ({ role, status }: Operator) => role === "admin" && status === "active";

function stateOf({ status, hasSecondStep }: Operator): string {
  if (status === "active" && !hasSecondStep) return "active, no authenticator app yet";
  return status;
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<OperatorRole>("viewer");
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    [],
    async (form: HTMLFormElement) => {
      const body = { name: formText(form, "name"), email: formText(form, "email"), role };
      const { data } = await call(inviteOperator, { body: { ...body, ...reasonIn(reason) } });
      return data.id === null ? waitingWords : `An invitation was sent to ${body.email}`;
    },
    (done) => {
      toast.done(done);
      onClose();
    },
  );
  return (
    <Dialog title="Invite an operator" onClose={onClose}>
      <Form onSubmit={(form) => void submit(form)}>
        <TextField label="Name" name="name" />
        <PlainTextField label="E-mail" name="email" type="email" />
        <NativeSelect
          label="Role"
          data={[...operatorRoles]}
          value={role}
          onChange={({ currentTarget: { value } }) => isRole(value) && setRole(value)}
        />
        <RoleRights role={role} />
        {takesTwoToInvite(role) && <ReasonField value={reason} onTyped={setReason} />}
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Send the invitation</SubmitButton>
      </Form>
    </Dialog>
  );
}

const waitingWords = "Proposed: another admin has to confirm it";

const changeLabels: Record<(typeof operatorChanges)[number], string> = {
  disable: "Disable the account",
  enable: "Enable the account",
  "invite-again": "Send a new invitation",
  "reset-second-step": "Remove the authenticator app",
};

interface ChangeDialogProps {
  operator: Operator;
  /** True if the signed-in admin is the only one left without this operator. */
  isLastOtherAdmin: boolean;
  onClose: () => void;
}

function ChangeDialog({ operator, isLastOtherAdmin, onClose }: ChangeDialogProps) {
  const [isDisabling, setIsDisabling] = useState(false);
  const [role, setRole] = useState(operator.role);
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    [],
    (body: BodyOf<typeof changeOperator>) =>
      call(changeOperator, { params: { id: operator.id }, body: { ...body, ...reasonIn(reason) } }),
    ({ data }) => {
      toast.done(data.isWaiting ? waitingWords : `${operator.name} was changed`);
      onClose();
    },
  );
  const fitting = operatorChanges.filter((change) =>
    operator.status === "disabled" ? change === "enable" : change !== "enable",
  );
  if (isDisabling) {
    const disabling = { busy, problem, submit: () => submit({ change: "disable" }) };
    return (
      <ConfirmDialog
        title={`Disable ${operator.name}?`}
        action="Disable"
        change={disabling}
        onClose={() => setIsDisabling(false)}
      >
        <p>
          {operator.name} is signed out everywhere at once and cannot sign in any more. All admins are told by
          mail.
        </p>
        {isLastOtherAdmin && (
          <p>
            You are the only admin then. If you lose your access, only <code>npm run operator:reset</code> on
            the machine lets you in again.
          </p>
        )}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={operator.name} onClose={onClose}>
      <Form onSubmit={() => void submit({ role: { from: operator.role, to: role } })}>
        <NativeSelect
          label="Role"
          data={[...operatorRoles]}
          value={role}
          onChange={({ currentTarget: { value } }) => isRole(value) && setRole(value)}
        />
        <RoleRights role={role} />
        <ReasonField value={reason} onTyped={setReason} />
        <SubmitButton busy={busy}>Change the role</SubmitButton>
      </Form>
      <Stack gap={6} mt="lg" pt="lg" style={{ borderTop: "1px solid var(--fc-line)" }}>
        <Text size="sm" c="dimmed">
          Each of these signs {operator.name} out everywhere. The reason above is for them too; disabling the
          account takes no second person and no reason.
        </Text>
        {fitting.map((change) => (
          <Button
            key={change}
            variant="default"
            onClick={() => (change === "disable" ? setIsDisabling(true) : void submit({ change }))}
          >
            {changeLabels[change]}
          </Button>
        ))}
        <FormProblem error={problem} />
      </Stack>
    </Dialog>
  );
}
