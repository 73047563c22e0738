import { Link } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.ts";

/** For the rows of a report: leads to the receipt, which leads back. Null for a row that has none. */
export function receiptLink({ reference }: { reference: string | null }) {
  return reference === null ? null : <ReceiptLink reference={reference} />;
}

function ReceiptLink({ reference }: { reference: string }) {
  const t = useT();
  return (
    <Link
      className="link-button receipt-link"
      to="/receipt/$reference"
      params={{ reference }}
      state={{ isFromReport: true }}
      aria-label={t("Receipt {reference}", { reference })}
    >
      {t("Receipt")}
    </Link>
  );
}
