import { sendTestMail } from "@fc/contract/today/console";
import { Button } from "@mantine/core";
import { call } from "../../lib/api/api.ts";
import { mayCall, useOperator } from "../../lib/session/operator.ts";
import { useAction } from "../../ui/form/use-change.ts";

/** Sends a mail to the operator, who sees whether it arrives. */
export function TestMailButton() {
  const { role } = useOperator();
  const act = useAction([]);
  if (!mayCall(role, sendTestMail)) return null;
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() =>
        void act(async () => {
          const { data } = await call(sendTestMail);
          return `A test mail is on its way to ${data.to}`;
        })
      }
    >
      Send a test mail
    </Button>
  );
}
