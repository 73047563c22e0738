import { sure } from "@fc/contract/sure";
import { createFirstMember, type FirstMember } from "@fc/contract/registration/console";
import { genders } from "@fc/contract/registration/portal";
import { Button, Center, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { PlainTextField, TextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { PersonIcon } from "../../../ui/icons/screen-icons.tsx";
import { membersKey } from "./queries.ts";

/** Everybody registers with a sponsor, so the first member has to be created here. */
export function NoMembers() {
  const { role } = useOperator();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <EmptyState icon={PersonIcon}>Nobody has registered yet.</EmptyState>
      {mayCall(role, createFirstMember) && (
        <Center pb="lg">
          <Button onClick={() => setCreating(true)}>Create the first member</Button>
        </Center>
      )}
      {isCreating && <FirstMemberDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function FirstMemberDialog({ onClose }: { onClose: () => void }) {
  const { busy, problem, submit } = useChange(
    membersKey,
    (body: FirstMember) => call(createFirstMember, { body }),
    ({ data }) => {
      toast.done(`The first member is ${data.refId}. The password goes out by mail.`);
      onClose();
    },
  );
  return (
    <Dialog title="Create the first member" onClose={onClose}>
      <Text size="sm" c="dimmed">
        The root of the network. Everybody else registers with the link of a member, and so below this one.
      </Text>
      <Form
        onSubmit={(form) =>
          void submit({
            name: formText(form, "name"),
            // The server says what is missing, as it does of the other fields.
            gender: sure(genders.find((each) => each === formText(form, "gender"))),
            email: formText(form, "email"),
          })
        }
      >
        <TextField label="Name" name="name" />
        <NativeSelect label="Gender" name="gender" defaultValue="">
          <option value="" disabled>
            Please choose
          </option>
          {genders.map((each) => (
            <option key={each} value={each}>
              {genderLabels[each]}
            </option>
          ))}
        </NativeSelect>
        <PlainTextField label="E-mail" name="email" type="email" />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Create the first member</SubmitButton>
      </Form>
    </Dialog>
  );
}
