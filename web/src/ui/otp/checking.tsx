import { useT } from "../../lib/i18n.ts";
import { Note } from "../feedback/note.tsx";

/** What is said while nobody knows whether a request was done. */
export function Checking({ state }: { state: "checking" | "failed" }) {
  const t = useT();
  if (state === "checking") return <Note live>{t("Checking whether it went through …")}</Note>;
  return (
    <Note tone="bad" live>
      {t(
        "We do not know yet whether it went through, because FC Portal cannot be reached. Nothing is sent a second time. We check again by ourselves as soon as there is a connection.",
      )}
    </Note>
  );
}

/** The server has said that nothing was done, and takes nothing under that key any more. */
export function NotDone() {
  const t = useT();
  return (
    <Note live>
      {t("It did not go through. Nothing was moved or changed. To do it now, confirm it with a new code.")}
    </Note>
  );
}
