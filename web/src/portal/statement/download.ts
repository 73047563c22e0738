import { statement } from "@fc/contract/reports/portal";
import type { Wallet } from "@fc/contract/wallet/kinds";
import { callForFile } from "../../lib/api/call-for-file.ts";
import { pageLanguage } from "../../lib/i18n.ts";
import { saveFile } from "../../lib/api/save-file.ts";

export interface StatementChoice {
  wallet: Wallet | "all";
  from: string;
  to: string;
}

export async function downloadStatement(userId: number, query: StatementChoice): Promise<void> {
  const file = await callForFile(statement, {
    params: { userId },
    query: { ...query, language: pageLanguage() },
  });
  saveFile(file, `statement-${query.wallet}-${query.from}-${query.to}.pdf`);
}
