import { indiaDayOf } from "@fc/contract/period";
import { periodBackwards } from "@fc/contract/reports/portal";
import { walletKinds, wallets, type Wallet } from "@fc/contract/wallet/kinds";
import { NativeSelect, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useT } from "../../lib/i18n.ts";
import { useMember } from "../../lib/session/member.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TaxCertificates } from "./tax-certificates.tsx";
import { downloadStatement, type StatementChoice } from "./download.ts";
import { monthOf, monthsAgo } from "./periods.ts";
import "./statement.css";

interface StatementDialogProps {
  wallet: Wallet | "all";
  /** What the report is narrowed to already. */
  period: Readonly<Record<string, string>>;
  onClose: () => void;
}

/** Which wallet and which days, then a PDF. */
export default function StatementDialog({ wallet, period, onClose }: StatementDialogProps) {
  const t = useT();
  const { id } = useMember();
  const [today] = useState(() => indiaDayOf(new Date()));
  const thisMonth = { from: monthOf(today).from, to: today };
  const [choice, setChoice] = useState<StatementChoice>({ wallet, ...thisMonth, ...period });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const backwards = choice.from > choice.to;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || backwards) return;
    setBusy(true);
    setError(undefined);
    try {
      await downloadStatement(id, choice);
      onClose();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={t("Statement")} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <p className="dimmed">{t("Opening balance, every line and closing balance, as a PDF.")}</p>
        <NativeSelect
          size="md"
          label={t("Wallet")}
          value={choice.wallet}
          onChange={({ currentTarget: { value } }) =>
            setChoice({ ...choice, wallet: wallets.find((known) => known === value) ?? "all" })
          }
          data={[
            { value: "all", label: t("All wallets") },
            ...wallets.map((each) => ({ value: each, label: t(walletKinds[each].label) })),
          ]}
        />
        <Period choice={choice} today={today} isBackwards={backwards} onChange={setChoice} />
        <FormProblem error={error} />
        <SubmitButton busy={busy}>{t("Download statement")}</SubmitButton>
      </form>
      <TaxCertificates />
    </Dialog>
  );
}

interface PeriodProps {
  choice: StatementChoice;
  today: string;
  isBackwards: boolean;
  onChange: (choice: StatementChoice) => void;
}

function Period({ choice, today, isBackwards, onChange }: PeriodProps) {
  const t = useT();
  const periods = [
    [t("This month"), { from: monthOf(today).from, to: today }],
    [t("Last month"), monthOf(monthsAgo(today, 1))],
    [t("Last 12 months"), { from: monthsAgo(today, 12), to: today }],
  ] as const;
  return (
    <>
      <div className="segments statement-periods" role="group" aria-label={t("Period")}>
        {periods.map(([label, days]) => (
          <button
            key={label}
            type="button"
            className="segment"
            aria-pressed={days.from === choice.from && days.to === choice.to}
            onClick={() => onChange({ ...choice, ...days })}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="statement-days">
        <TextInput
          type="date"
          label={t("From")}
          required
          withAsterisk={false}
          min="2000-01-01"
          max={today}
          value={choice.from}
          onChange={({ currentTarget: { value } }) => onChange({ ...choice, from: value })}
        />
        <TextInput
          type="date"
          label={t("To")}
          required
          withAsterisk={false}
          min="2000-01-01"
          max={today}
          value={choice.to}
          error={isBackwards && t(periodBackwards)}
          onChange={({ currentTarget: { value } }) => onChange({ ...choice, to: value })}
        />
      </div>
    </>
  );
}
