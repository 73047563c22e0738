import { chooseLanguage } from "@fc/contract/login/portal";
import type { Language } from "@fc/contract/languages";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api/api.ts";
import { showLanguage, unsavedLanguage, useLanguage } from "../../lib/i18n.ts";
import { memberQuery } from "../../lib/session/member.ts";
import { toast } from "../../ui/feedback/toasts.tsx";

/**
 * Draws nothing. A member has one language, for the mails and on every device. What was chosen in this tab goes to the server; what
 * was chosen elsewhere is shown here. A member who has none yet gets that of the page.
 */
export default function MemberLanguage(): null {
  const { data: member, dataUpdatedAt } = useQuery(memberQuery);
  const shown = useLanguage();
  const { mutate: save } = useSaveLanguage();
  useEffect(() => {
    // The answer that the browser remembers may be older than the choice. A member view changes nothing.
    if (!member || dataUpdatedAt === 0 || member.lookUntil !== null) return;
    const unsaved = unsavedLanguage.read() ?? (member.language === null ? shown : undefined);
    if (unsaved) save(unsaved);
    else if (member.language && member.language !== shown)
      void showLanguage(member.language).catch(toast.failure);
  }, [member, dataUpdatedAt, shown, save]);
  return null;
}

/** A failure is not shown, because the page did change; the next visit in this tab tries again. */
function useSaveLanguage() {
  const queries = useQueryClient();
  return useMutation({
    // One after the other, so that the last choice is also the last to arrive.
    scope: { id: "language" },
    mutationFn: (language: Language) => call(chooseLanguage, { body: { language } }),
    onSuccess: async (_, language) => {
      // An answer that is under way may still have the language from before.
      await queries.cancelQueries({ queryKey: memberQuery.queryKey });
      unsavedLanguage.forget(language);
      queries.setQueryData(memberQuery.queryKey, (member) => member && { ...member, language });
    },
  });
}
