import { Button } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";

interface SubmitButtonProps {
  busy: boolean;
  children: string;
}

/** Reads Loading while the request runs. It stays focusable then; forms ignore a second submit. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  const t = useT();
  return (
    <Button type="submit" fullWidth aria-disabled={busy} mod={{ busy }}>
      {busy ? t("Loading") : children}
    </Button>
  );
}
