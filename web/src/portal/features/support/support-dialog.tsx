import { createSupportRecord } from "@fc/contract/support/portal";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { createQueryClient } from "../../../lib/api/query-client.ts";
import { useT } from "../../../lib/i18n.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import "../../../ui/styles/signed-in.ts";
import { FaqList } from "./faq-list.tsx";
import { SupportForm } from "./support-form.tsx";

interface SupportDialogProps {
  /** What was typed so far, to start with. */
  refId: string;
  onClose: () => void;
  onSent: (reference: string) => void;
}

/** The support form for those who are not signed in. */
export default function SupportDialog({ refId, onClose, onSent }: SupportDialogProps) {
  const t = useT();
  const [queries] = useState(createQueryClient);
  return (
    <Dialog title={t("Support")} onClose={onClose}>
      <div className="stack">
        <SupportForm
          refId={refId}
          send={async (body) => (await call(createSupportRecord, { body })).data.reference}
          onSent={onSent}
        />
        <QueryClientProvider client={queries}>
          <FaqList />
        </QueryClientProvider>
      </div>
    </Dialog>
  );
}
