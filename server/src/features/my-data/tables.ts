import type { Schema } from "../../platform/schema.ts";

interface OwnTable {
  title: { en: string; hi: string };
  /** What of it is the member's; nothing that is secret, and nobody else's. */
  columns: readonly string[];
  order: string;
}

/** Tables whose rows are handed over as they are, each with the columns that say something about the member. */
export const ownTables = {
  registrations: {
    title: { en: "Registration", hi: "पंजीकरण" },
    columns: ["created_at", "completed_at"],
    order: "id",
  },
  coin_addresses: {
    title: { en: "Free coin address", hi: "फ्री कॉइन पता" },
    columns: ["address", "created_at", "changed_at"],
    order: "created_at",
  },
  fmdc_addresses: {
    title: { en: "FMDC address", hi: "FMDC पता" },
    columns: ["address", "created_at"],
    order: "created_at",
  },
  kyc_cases: {
    title: { en: "Checks of PAN and bank details", hi: "PAN और बैंक विवरण की जाँच" },
    columns: ["part", "state", "submitted_at", "decided_at", "reason"],
    order: "id",
  },
  corrections: {
    title: { en: "Corrections by operators", hi: "ऑपरेटरों द्वारा सुधार" },
    columns: ["change", "reason", "status", "proposed_at", "decided_at", "refusal"],
    order: "id",
  },
  staking_requests: {
    title: { en: "Staking requests", hi: "स्टेकिंग अनुरोध" },
    columns: [
      "id",
      "amount_usd_cents",
      "utr",
      "status",
      "requested_at",
      "decided_at",
      "reason",
      "is_cancelled",
      "tx_hash",
    ],
    order: "id",
  },
  stakes: {
    title: { en: "Stakes", hi: "स्टेक" },
    columns: ["id", "principal_usd_cents", "principal_fc", "plan_version", "started_at", "ended_at"],
    order: "id",
  },
  withdrawals: {
    title: { en: "Withdrawals", hi: "निकासी" },
    columns: [
      "id",
      "amount_fc",
      "fee_fc",
      "tax_fc",
      "deduction_fc",
      "currency_type",
      "address",
      "status",
      "requested_at",
      "decided_at",
      "transaction_id",
      "reason",
      "is_cancelled",
    ],
    order: "id",
  },
  tax_years: {
    title: { en: "Taxed sums of the years", hi: "वर्षों की कर योग्य राशि" },
    columns: ["financial_year", "sum_paise", "taxed_paise"],
    order: "financial_year",
  },
  tax_deductions: {
    title: { en: "Tax deducted", hi: "काटा गया कर" },
    columns: [
      "source",
      "taken_at",
      "rate_basis_points",
      "base_fc",
      "base_paise",
      "tax_fc",
      "tax_paise",
      "has_pan",
    ],
    order: "id",
  },
  deductions: {
    title: { en: "Deductions", hi: "कटौतियाँ" },
    columns: ["amount_fc", "collected_fc", "reason", "created_at", "cancelled_at", "cancel_reason"],
    order: "id",
  },
  adjustments: {
    title: { en: "Adjustments", hi: "समायोजन" },
    columns: ["wallet", "direction", "amount_fc", "reason", "status", "proposed_at", "decided_at", "refusal"],
    order: "id",
  },
  closing_pairs: {
    title: { en: "Pair matching of each day", hi: "हर दिन की पेयर मैचिंग" },
    columns: [
      "day",
      "left_usd_cents",
      "right_usd_cents",
      "matched_usd_cents",
      "flushed_usd_cents",
      "bonus_usd_cents",
    ],
    order: "day",
  },
  pair_memory: {
    title: { en: "Business matched so far", hi: "अब तक मैच हुआ बिज़नेस" },
    columns: ["consumed_usd_cents", "matched_usd_cents"],
    order: "member_id",
  },
  top_legs: {
    title: { en: "Days among the strongest legs", hi: "सबसे मज़बूत लेग वाले दिन" },
    columns: ["day", "place", "left_users", "right_users", "left_usd_cents", "right_usd_cents"],
    order: "day",
  },
  sessions: {
    title: { en: "Sign-ins", hi: "लॉगिन" },
    columns: ["ip", "user_agent", "created_at", "last_seen_at", "expires_at", "revoked_at"],
    order: "created_at",
  },
  known_devices: {
    title: { en: "Known browsers", hi: "पहचाने गए ब्राउज़र" },
    columns: ["first_used_at", "last_used_at"],
    order: "first_used_at",
  },
  member_events: {
    title: { en: "Sensitive changes", hi: "संवेदनशील बदलाव" },
    columns: ["kind", "detail", "ip", "user_agent", "happened_at"],
    order: "id",
  },
  passkeys: {
    title: { en: "Passkeys", hi: "पासकी" },
    columns: ["name", "added_at", "last_used_at"],
    order: "added_at",
  },
  otp_grants: {
    title: { en: "Codes that were sent", hi: "भेजे गए कोड" },
    columns: ["purpose", "created_at", "expires_at", "verified_at", "consumed_at"],
    order: "created_at",
  },
  temporary_passwords: {
    title: { en: "Temporary passwords that were sent", hi: "भेजे गए अस्थायी पासवर्ड" },
    columns: ["created_at", "expires_at", "used_at"],
    order: "id",
  },
  acceptances: {
    title: { en: "Documents accepted", hi: "स्वीकार किए गए दस्तावेज़" },
    columns: ["kind", "version", "accepted_at", "ip", "user_agent"],
    order: "accepted_at",
  },
  closures: {
    title: { en: "Requests to close the account", hi: "खाता बंद करने के अनुरोध" },
    columns: ["asked_at", "due_at", "taken_back_at", "left_fc", "locked_fc"],
    order: "id",
  },
  notifications: {
    title: { en: "Notifications", hi: "सूचनाएँ" },
    columns: ["kind", "about", "data", "happened_at"],
    order: "id",
  },
  notification_marks: {
    title: { en: "Notifications read until", hi: "सूचनाएँ यहाँ तक पढ़ीं" },
    columns: ["read_until"],
    order: "member_id",
  },
  notification_reads: {
    title: { en: "Notifications read one by one", hi: "एक-एक कर पढ़ी सूचनाएँ" },
    columns: ["item", "happened_at"],
    order: "happened_at",
  },
  notification_choices: {
    title: { en: "How you want to be told", hi: "आप कैसे सूचना चाहते हैं" },
    columns: ["topic", "channel", "is_on"],
    order: "topic",
  },
  push_subscriptions: {
    title: { en: "Browsers that get messages", hi: "संदेश पाने वाले ब्राउज़र" },
    columns: ["endpoint", "created_at"],
    order: "created_at",
  },
  bulk_mail_recipients: {
    title: { en: "News mails", hi: "समाचार मेल" },
    columns: ["bulk_mail_id", "result", "at", "unsubscribed_at"],
    order: "bulk_mail_id",
  },
  uploads: {
    title: { en: "Pictures", hi: "तस्वीरें" },
    columns: ["id", "purpose", "bytes", "width", "height", "created_at"],
    order: "created_at",
  },
} as const satisfies Partial<Record<keyof Schema, OwnTable>>;
