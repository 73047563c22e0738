import { Button } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";

interface SubmitButtonProps {
  busy: boolean;
  /** A press would do nothing for now, though no request runs. */
  isWaiting?: boolean;
  children: string;
}

/** Reads Loading while the request runs. It stays focusable then; forms ignore a second submit. */
export function SubmitButton({ busy, isWaiting = false, children }: SubmitButtonProps) {
  const t = useT();
  return (
    <Button type="submit" fullWidth aria-disabled={busy || isWaiting} mod={{ busy: busy || isWaiting }}>
      {busy ? t("Loading") : children}
    </Button>
  );
}
