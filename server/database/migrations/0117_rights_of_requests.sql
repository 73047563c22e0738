-- What nodes that answer requests may do: what the worker may, less what only the worker does. docs/security.md has the
-- whole list, and `npm run rights` prints it. A new table grants what each of the two roles needs.
do $$
declare
  granted record;
begin
  for granted in
    select relname, privilege_type, '' as columns from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and grantee = 'fc_app'::regrole
    union all
    select relname, privilege_type, format('(%s)', string_agg(quote_ident(attname), ', '))
    from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
    where relnamespace = 'public'::regnamespace and grantee = 'fc_app'::regrole
    group by relname, privilege_type
  loop
    execute format('grant %s %s on %I to fc_web', granted.privilege_type, granted.columns, granted.relname);
  end loop;
end
$$;

-- The tasks write these, and pages show them.
revoke insert, update, delete on
  alert_checks, alerts, backups, bulk_mail_pace, chain_attempts, chain_comparisons, chain_nonces,
  chain_payout_deductions, chain_payouts, chain_scans, chain_transfers, chain_wallets, closing_dues, closing_pairs,
  closing_projections, closings, closings_begin, daily_figures, daily_incomes, daily_standings, ledger_anchors,
  ledger_day_sums, ledger_house_sums, ledger_seal_horizon, ledger_seals, leg_weights, liabilities, liability_lists,
  net_results, pair_memory, push_keys, schedules, signal_members, signal_thresholds, top_legs
from fc_web;
-- What is returned is noted by the worker, and forgotten when its member proves that a mail arrived.
revoke insert, update on bounces from fc_web;
revoke insert, delete on bulk_mail_recipients from fc_web;
revoke insert on signals from fc_web;
revoke update on direct_bonuses_due from fc_web;
revoke update, delete on uploads from fc_web;
revoke delete on leg_weights_pending, mails, notifications, signal_news from fc_web;

-- A member asks for it and takes it back; the rest is done to it.
revoke update on closures from fc_web;
grant update (taken_back_at) on closures to fc_web;

-- Whom it pays, how much and where stays as it was requested, and only chain_hand_over says that the hot wallet pays it.
revoke insert, update on withdrawals from fc_web;
grant insert (member_id, amount_fc, fee_fc, tax_fc, from_staking_fc, from_earning_fc, from_offer_fc, currency_type,
  address, status, requested_at, decided_at, deduction_fc, transaction_id, reason) on withdrawals to fc_web;
grant update (status, decided_at, decided_by, deduction_fc, transaction_id, reason, confirmed_by, confirmed_at,
  is_cancelled, paying_since, paying_by) on withdrawals to fc_web;

-- A node that leaves migrations to a step of their own looks whether they are done.
grant select on schema_migrations, schema_functions to fc_app, fc_web;

-- Nodes whose requests still have the worker's rights, each reported by itself.
create table node_logins (
  node text primary key,
  login text not null,
  reported_at timestamptz not null
);
grant select, insert, update, delete on node_logins to fc_app, fc_web;
