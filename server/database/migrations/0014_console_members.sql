-- Finding a member among a million by any part of name, user id, e-mail or number: one index over all of them, so
-- that one condition serves whatever was typed. Trusted, so the database's owner may create it.
create extension if not exists pg_trgm;
create index members_search on members
  using gin ((lower(' ' || name || ' ' || ref_id || ' ' || email || ' ' || phone)) gin_trgm_ops);
-- Few, and asked for by themselves.
create index members_blocked on members (id) where status = 'blocked';

-- What somebody wrote in a member's name without being signed in.
create index support_records_typed on support_records (ref_id, id desc);

-- Who set what a member owes; and one that is no longer to be collected, with the reason that the member sees.
alter table deductions
  add column set_by int references operators,
  add column cancelled_at timestamptz,
  add column cancelled_by int references operators,
  add column cancel_reason text,
  add check ((cancelled_at is null) = (cancel_reason is null));
grant update (cancelled_at, cancelled_by, cancel_reason) on deductions to fc_app;

-- A correction of a wallet by hand: one operator proposes it, another one confirms it, and only then it is posted.
create table adjustments (
  id int generated always as identity primary key,
  member_id int not null references members,
  wallet text not null check (wallet in ('staking', 'earning', 'offer', 'transfer')),
  direction text not null check (direction in ('credit', 'debit')),
  amount_fc bigint not null check (amount_fc > 0),
  -- As the member reads it.
  reason text not null,
  status text not null default 'P' check (status in ('P', 'A', 'R')),
  proposed_by int not null references operators,
  proposed_at timestamptz not null,
  decided_by int references operators,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text,
  entry_id bigint unique references ledger_entries,
  check ((status = 'P') = (decided_at is null)),
  check ((status = 'P') = (decided_by is null)),
  check ((status = 'R') = (refusal is not null)),
  check ((status = 'A') = (entry_id is not null)),
  -- Who proposed it may take it back, and never confirm it.
  check (status <> 'A' or decided_by <> proposed_by)
);
create index adjustments_member on adjustments (member_id, id desc);
create index adjustments_open on adjustments (id) where status = 'P';
grant select, insert, update (status, decided_by, decided_at, refusal, entry_id) on adjustments to fc_app;

-- An operator who looks at the portal as this member does, and may only read. None for the member's own sessions.
alter table sessions add column looking_operator_id int references operators;
