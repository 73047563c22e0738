import { Button, Group } from "@mantine/core";
import { useEffect, useState } from "react";
import { useT } from "../../lib/i18n.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { signOut, signOutQuestion } from "./sign-out.ts";

/** Asks before a member on a phone is signed out: the button is small and beside others. */
export default function SignOutPlace() {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    signOutQuestion.ask = () => setAsked(true);
    return () => {
      delete signOutQuestion.ask;
    };
  }, []);
  if (!isAsked) return null;
  return (
    <Dialog title={t("Sign out?")} onClose={() => setAsked(false)}>
      <Group grow>
        <Button variant="default" onClick={() => setAsked(false)}>
          {t("Stay")}
        </Button>
        <Button data-autofocus onClick={() => void signOut()}>
          {t("Sign out")}
        </Button>
      </Group>
    </Dialog>
  );
}
