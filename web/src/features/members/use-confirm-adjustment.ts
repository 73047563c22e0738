import { confirmAdjustment } from "@fc/contract/console-member-actions";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { toast } from "../../ui/toasts.tsx";
import { membersKey } from "./queries.ts";

/** Confirms what another operator proposed; what it looks like now is asked for anew, also when it was refused. */
export function useConfirmAdjustment() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async confirm(id: number): Promise<void> {
      if (busy) return;
      setBusy(true);
      try {
        await call(confirmAdjustment, { params: { id } });
        toast.success("Posted, and told to the member", 5000);
      } catch (error) {
        toast.failure(error);
      }
      await queries.invalidateQueries({ queryKey: membersKey });
      setBusy(false);
    },
  };
}
