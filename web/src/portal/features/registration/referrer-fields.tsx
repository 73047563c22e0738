import { Button } from "@mantine/core";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useT } from "../../../lib/i18n.ts";
import { besideInput } from "../../../ui/form/beside-input.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import type { Referrer } from "./use-referrer.ts";

interface ReferrerFieldsProps {
  referrer: Referrer;
  field: UseFormRegisterReturn;
  /** The link names the referrer; the field can be edited only if that one was not found. */
  fixed: boolean;
  error: string | undefined;
}

/** The user id that was typed or came with the link, and the name of that member. */
export function ReferrerFields({ referrer, field, fixed, error }: ReferrerFieldsProps) {
  const t = useT();
  const { name, checking, problem } = referrer;
  const shown = problem ?? (error && t(error));
  const locked = fixed && !referrer.isUnknown;
  const needsCheck = !locked || (problem !== undefined && !checking);
  return (
    <>
      <PlainTextField
        label={t("Referral User ID")}
        autoCapitalize="characters"
        autoComplete="off"
        readOnly={locked}
        {...field}
        onKeyDown={(event) => {
          // Enter looks the id up, as the button beside it does; the form is far from ready.
          if (event.key !== "Enter" || locked || name !== undefined) return;
          event.preventDefault();
          referrer.check();
        }}
        error={!checking && shown}
        inputContainer={besideInput(
          needsCheck && (
            <Button
              variant="default"
              onClick={referrer.check}
              aria-disabled={checking}
              mod={{ busy: checking }}
            >
              {checking ? t("Loading") : locked ? t("Retry") : t("Check")}
            </Button>
          ),
        )}
      />
      <PlainTextField
        className="referral-username"
        label={t("Referral Username")}
        readOnly
        value={name ?? ""}
        placeholder={checking ? t("Loading") : locked ? "" : t("Appears when you press Check")}
        rightSection={name !== undefined && <CheckIcon />}
      />
      <p className="visually-hidden" role="status">
        {name !== undefined && t("Referrer found: {name}", { name })}
      </p>
    </>
  );
}
