import { byWallet, wallets } from "@fc/contract/wallet/kinds";
import { fcOf, memberOf, OneLine, type RowCheck } from "./check-rows.ts";
import type { Company } from "./company.ts";
import { exactText } from "./exact-amount.ts";
import { columnsOf, fileNames } from "./format.ts";
import type { Row } from "./read-rows.ts";

export class BalancesCheck implements RowCheck {
  private readonly company: Company;
  private readonly lines = new OneLine();

  constructor(company: Company) {
    this.company = company;
  }

  check(row: Row): void {
    const { company } = this;
    const columns = columnsOf.balances;
    const number = memberOf(company, row, columns.userId);
    if (number !== undefined) this.lines.check(row, columns.userId, number);
    for (const wallet of wallets) {
      const column = columns[wallet];
      const amount = fcOf(company, row, column, wallet);
      if (amount === undefined) continue;
      if (amount < 0n) row.found("negative-wallet", column, amount);
      if (number !== undefined) company.balances[wallet][number] = amount;
    }
    fcOf(company, row, columns.deduction, "deduction");
  }
}

/** The lines of the old system's wallet reports. They are never counted, but they should add up to the balances. */
export class HistoryCheck implements RowCheck {
  private readonly company: Company;
  /** What the balances have and the lines have not. */
  private readonly missing: Company["balances"];

  constructor(company: Company) {
    this.company = company;
    this.missing = byWallet((wallet) => [...company.balances[wallet]]);
  }

  check(row: Row): void {
    const columns = columnsOf.history;
    const number = memberOf(this.company, row, columns.userId);
    const wallet = row.read(columns.wallet);
    const type = row.read(columns.type);
    const amount = fcOf(this.company, row, columns.amountFc);
    if (number === undefined || wallet === undefined || amount === undefined) return;
    const missing = this.missing[wallet];
    missing[number] = (missing[number] ?? 0n) + (type === "D" ? amount : -amount);
  }

  end(): void {
    const { refIds, reading } = this.company;
    for (const wallet of wallets) {
      for (const [number, missing] of this.missing[wallet].entries()) {
        if (missing === 0n) continue;
        const value = `${refIds[number] ?? ""}: the balance has ${exactText(missing)} more than the lines`;
        const finding = {
          kind: "history-differs",
          file: fileNames.history,
          line: null,
          column: wallet,
          value,
        } as const;
        reading.findings.add(finding, missing < 0n ? -missing : missing);
      }
    }
  }
}
