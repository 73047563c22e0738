import { reasonOfCredit } from "@fc/contract/reports/credit-reason";
import { useMember } from "../../lib/session/member.ts";
import { call } from "../../lib/api/api.ts";
import WhyDialog from "../../ui/why/why-dialog.tsx";

/** Of one of the member's own credits. */
export default function OwnWhyDialog({ transID, onClose }: { transID: string; onClose: () => void }) {
  const { id: userId } = useMember();
  return (
    <WhyDialog
      credit={`${userId}/${transID}`}
      load={async () => (await call(reasonOfCredit, { params: { userId, transID } })).data}
      onClose={onClose}
    />
  );
}
