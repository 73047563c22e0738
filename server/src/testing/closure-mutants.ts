const erasing = (test: string) => ({ file: "server/src/features/closure/erasing.test.ts", test });
const [notDue, keptAtOnce, broughtForward, lowered, negative] = [
  erasing("the application's login cannot erase a member whose closure is not due"),
  erasing("what the law asks to keep is not erased at once"),
  erasing("until when something is kept of a closed account cannot be brought forward"),
  erasing("a waiting time that requests lower and put back in one transaction does not shorten a closure"),
  erasing("negative years in the settings do not end before the account is closed"),
];

/** Of the guards that keep a member's records until a closure is due. */
export const closureMutants = [
  {
    name: "a closed account is erased before it has waited",
    change: { function: "member_erase", from: "and waits_until <= now()", to: "" },
    killedBy: notDue,
  },
  {
    name: "the row says itself how long a closure waits",
    change: {
      function: "closure_note",
      from: "new.waits_until := now() - interval '1 hour'",
      to: "new.waits_until := new.due_at; perform now()",
    },
    killedBy: notDue,
  },
  {
    name: "the setting alone says how long a closure waits",
    change: {
      function: "closure_note",
      from: "greatest(coalesce((set_values ->> 'waitingDays')::int, 14), 1)",
      to: "(set_values ->> 'waitingDays')::int",
    },
    killedBy: lowered,
  },
  {
    name: "the setting alone says how long tax records are kept",
    change: {
      function: "closure_note",
      from: "greatest(coalesce((set_values ->> 'taxYears')::int, 8), 0)",
      to: "(set_values ->> 'taxYears')::int",
    },
    killedBy: negative,
  },
  {
    name: "the row says itself how long tax records are kept",
    change: { function: "member_erase_kept", from: "greatest(tax_until, tax_kept_until)", to: "tax_until" },
    killedBy: keptAtOnce,
  },
  {
    name: "the caller says what time it is when kept records are erased",
    change: { function: "member_erase_kept", from: "least(as_of, now())", to: "as_of" },
    killedBy: keptAtOnce,
  },
  {
    name: "the years of an identity are brought forward",
    change: {
      function: "closure_keep",
      from: "coalesce(new.kyc_until < old.kyc_until, old.kyc_until is not null)",
      to: "false",
    },
    killedBy: broughtForward,
  },
  {
    name: "the years of tax records are brought forward",
    change: {
      function: "closure_keep",
      from: "coalesce(new.tax_until < old.tax_until, old.tax_until is not null)",
      to: "false",
    },
    killedBy: broughtForward,
  },
];
