import type { OtpPurpose } from "@fc/contract/otp/portal";
import { useState } from "react";
import { heldChange } from "./use-record-form.ts";

/** View and edit: a reload in the middle of a change comes back to it, and the focus follows the eye. */
export function useEditMode(userId: number, ...purposes: OtpPurpose[]) {
  const [mode, setMode] = useState<"view" | "edit" | "viewed again">(() =>
    purposes.some((purpose) => heldChange(purpose, userId)) ? "edit" : "view",
  );
  return {
    isEditing: mode === "edit",
    /** For the button that opened the form: it gets the focus back. */
    isBack: mode === "viewed again",
    open: () => setMode("edit"),
    close: () => setMode("viewed again"),
  };
}
