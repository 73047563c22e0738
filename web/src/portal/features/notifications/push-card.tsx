import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { pushPermission, turnPushOff, turnPushOn, type PushPermission } from "./push-device.ts";
import { choicesQuery } from "./queries.ts";

const explanations = {
  impossible: msg(
    "This browser cannot show messages while the portal is closed. On an iPhone, add the portal to the home screen first.",
  ),
  denied: msg(
    "Messages are blocked for this site. Allow notifications in the settings of your browser, then come back.",
  ),
  ask: msg(
    "This device can tell you at once when something happens, without amounts and names. Your browser will ask you to allow it.",
  ),
  granted: msg("This device can tell you at once when something happens, without amounts and names."),
} as const satisfies Record<PushPermission, string>;

/** Whether this browser shows messages. It asks for permission only after a press. */
export function PushCard({ push }: { push: { key: string; isOn: boolean } }) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  const [permission, setPermission] = useState(pushPermission);
  const isOn = push.isOn && permission === "granted";
  const { busy, problem, submit } = useSubmit(async () => {
    if (isOn) await turnPushOff(userId);
    else setPermission(await turnPushOn(userId, push.key));
    await queries.invalidateQueries({ queryKey: choicesQuery(userId).queryKey });
  });
  const mayPress = permission === "ask" || permission === "granted";
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{isOn ? t("On: this device is told until you sign out.") : t(explanations[permission])}</Text>
      <FormProblem error={problem} />
      {mayPress && (
        <Button
          variant={isOn ? "default" : "filled"}
          aria-disabled={busy}
          mod={{ busy }}
          onClick={() => void submit()}
        >
          {isOn ? t("Turn off for this device") : t("Turn on for this device")}
        </Button>
      )}
    </Stack>
  );
}
