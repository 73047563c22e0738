import { dashboardOf } from "./features/dashboard/queries.ts";
import { activityFeature } from "./features/activity/feature.ts";
import { anchorsFeature } from "./features/anchors/feature.ts";
import { arrivalFeature } from "./features/arrival/feature.ts";
import { bankFeature } from "./features/bank/feature.ts";
import { bankStatementsFeature } from "./features/bank-statements/feature.ts";
import { booksFeature } from "./features/books/feature.ts";
import { browserErrorsFeature } from "./features/browser-errors/feature.ts";
import { bulkMailFeature } from "./features/bulk-mail/feature.ts";
import { cannedTextsFeature } from "./features/canned-texts/feature.ts";
import { closingsFeature } from "./features/closings/feature.ts";
import { closureFeature } from "./features/closure/feature.ts";
import { coinAddressFeature } from "./features/coin-address/feature.ts";
import { dashboardFeature } from "./features/dashboard/feature.ts";
import { depositsFeature } from "./features/deposits/feature.ts";
import { documentsFeature } from "./features/documents/feature.ts";
import { emailFeature } from "./features/email/feature.ts";
import { findFeature } from "./features/find/feature.ts";
import { fmdcFeature } from "./features/fmdc/feature.ts";
import { freezeFeature } from "./features/freeze/feature.ts";
import { jobsFeature } from "./features/jobs/feature.ts";
import { kycFeature } from "./features/kyc/feature.ts";
import { ledgerFeature } from "./features/ledger/feature.ts";
import { loginFeature } from "./features/login/feature.ts";
import { membersFeature } from "./features/members/feature.ts";
import { myDataFeature } from "./features/my-data/feature.ts";
import { noticesFeature } from "./features/notices/feature.ts";
import { notificationsFeature } from "./features/notifications/feature.ts";
import { operatorsFeature } from "./features/operators/feature.ts";
import { otpFeature } from "./features/otp/feature.ts";
import { panFeature } from "./features/pan/feature.ts";
import { passwordFeature } from "./features/password/feature.ts";
import { pausesFeature } from "./features/pauses/feature.ts";
import { planFeature } from "./features/plan/feature.ts";
import { pricesFeature } from "./features/prices/feature.ts";
import { profileFeature } from "./features/profile/feature.ts";
import { proposalsFeature } from "./features/proposals/feature.ts";
import { receiptsFeature } from "./features/receipts/feature.ts";
import { referralsFeature } from "./features/referrals/feature.ts";
import { registrationFeature } from "./features/registration/feature.ts";
import { reportsFeature } from "./features/reports/feature.ts";
import { securityFeature } from "./features/security/feature.ts";
import { settingsFeature } from "./features/settings/feature.ts";
import { signalsFeature } from "./features/signals/feature.ts";
import { stakingFeature } from "./features/staking/feature.ts";
import { supportFeature } from "./features/support/feature.ts";
import { taxesFeature } from "./features/taxes/feature.ts";
import { todayFeature } from "./features/today/feature.ts";
import { tonightFeature } from "./features/tonight/feature.ts";
import { transferFeature } from "./features/transfer/feature.ts";
import { transparencyFeature } from "./features/transparency/feature.ts";
import { teamFeature } from "./features/team/feature.ts";
import { treeFeature } from "./features/tree/feature.ts";
import { uploadsFeature } from "./features/uploads/feature.ts";
import { walletFeature } from "./features/wallet/feature.ts";
import { withdrawFeature } from "./features/withdraw/feature.ts";
import type { Feature } from "./core/feature.ts";

/** Every feature. Nothing depends on their order. */
export const features: readonly Feature[] = [
  activityFeature,
  anchorsFeature,
  arrivalFeature,
  bankFeature,
  bankStatementsFeature,
  booksFeature,
  browserErrorsFeature,
  bulkMailFeature,
  cannedTextsFeature,
  closingsFeature,
  closureFeature,
  coinAddressFeature,
  dashboardFeature,
  depositsFeature,
  documentsFeature,
  emailFeature,
  findFeature,
  fmdcFeature,
  freezeFeature,
  jobsFeature,
  kycFeature,
  ledgerFeature,
  loginFeature(dashboardOf),
  membersFeature,
  myDataFeature,
  noticesFeature,
  notificationsFeature,
  operatorsFeature,
  otpFeature,
  panFeature,
  passwordFeature,
  pausesFeature,
  planFeature,
  pricesFeature,
  profileFeature,
  proposalsFeature,
  receiptsFeature,
  referralsFeature,
  registrationFeature,
  reportsFeature,
  securityFeature,
  settingsFeature,
  signalsFeature,
  stakingFeature,
  supportFeature,
  taxesFeature,
  todayFeature,
  tonightFeature,
  transferFeature,
  transparencyFeature,
  teamFeature,
  treeFeature,
  uploadsFeature,
  walletFeature,
  withdrawFeature,
];
