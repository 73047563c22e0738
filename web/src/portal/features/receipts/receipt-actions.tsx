import type { Language } from "@fc/contract/languages";
import type { Receipt } from "@fc/contract/receipts/portal";
import { noticeMs } from "@fc/contract/notice-times";
import { useLingui } from "@lingui/react";
import { Button, Group, Stack } from "@mantine/core";
import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { saveFile } from "../../../lib/api/save-file.ts";
import { copyText } from "../../../lib/clipboard.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { SupportIcon } from "../../../ui/icons/icons.tsx";
import { DownloadIcon, ShareIcon } from "../../../ui/icons/screen-icons.tsx";
import { CancelRequest, isCancellable } from "../../../ui/money/cancel-request.tsx";
import { receiptFile } from "./queries.ts";
import { kindLabels, shareText } from "./receipt-text.ts";

export function ReceiptActions({ receipt, amount }: { receipt: Receipt; amount: string }) {
  const t = useT();
  const router = useRouter();
  const isFromReport = useRouterState({ select: ({ location }) => location.state.isFromReport === true });
  const { kind, reference, canCancel } = receipt;
  const files = useReceiptFile(receipt);
  const leave = () => (isFromReport ? router.history.back() : void router.navigate({ to: "/" }));
  return (
    <Stack gap="sm" className="not-printed">
      <Group grow gap="sm">
        <Button
          variant="default"
          px="sm"
          leftSection={<ShareIcon />}
          aria-disabled={files.busy}
          onClick={() => void files.share()}
        >
          {t("Share")}
        </Button>
        <Button
          variant="default"
          px="sm"
          leftSection={<DownloadIcon />}
          aria-disabled={files.busy}
          onClick={() => void files.save()}
        >
          {t("Save as PDF")}
        </Button>
      </Group>
      {isCancellable(kind) && (
        <CancelRequest kind={kind} reference={reference} amount={amount} isPossible={canCancel} />
      )}
      <Button
        variant="default"
        leftSection={<SupportIcon />}
        renderRoot={(props) => <Link {...props} to="/support" search={{ receipt: reference }} />}
      >
        {t("Help with this")}
      </Button>
      <Button onClick={leave}>
        {isFromReport ? t("Back to the report") : t("Done (leave the receipt)", {}, { message: "Done" })}
      </Button>
    </Stack>
  );
}

function useReceiptFile(receipt: Receipt) {
  const t = useT();
  const { i18n } = useLingui();
  const { id } = useMember();
  const [busy, setBusy] = useState(false);
  const language: Language = i18n.locale === "hi" ? "hi" : "en";
  const { reference } = receipt;
  const name = `receipt-${reference}.pdf`;
  const once = (work: () => Promise<void>) => async () => {
    if (busy) return;
    setBusy(true);
    toast.clear();
    try {
      await work();
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  const text = () => shareText(receipt, { t, locale: i18n.locale });
  return {
    busy,
    save: once(async () => saveFile(await receiptFile(id, { reference, language }), name)),
    /** The file where the phone can share one, its facts as text elsewhere, or else a copy of that text. */
    share: once(async () => {
      if (!("share" in navigator)) return copy(text(), t("Copied"));
      const title = t(kindLabels[receipt.kind]);
      const file = await shareableFile(() => receiptFile(id, { reference, language }), name);
      try {
        await navigator.share(file ? { title, files: [file] } : { title, text: text() });
      } catch (error) {
        // Closing the sheet without sharing is no failure.
        if (error instanceof DOMException && error.name === "AbortError") return;
        await copy(text(), t("Copied"));
      }
    }),
  };
}

async function copy(text: string, done: string): Promise<void> {
  await copyText(text);
  toast.success(done, noticeMs.changeConfirmed);
}

/** Undefined where this browser shares no files. */
async function shareableFile(load: () => Promise<Blob>, name: string): Promise<File | undefined> {
  const type = "application/pdf";
  if (!("canShare" in navigator) || !navigator.canShare({ files: [new File([], name, { type })] })) {
    return undefined;
  }
  return new File([await load()], name, { type });
}
