-- What operators need to run the house: failed work, long runs asked for, pool fundings, plan drafts.

-- Kept for an operator to see and retry.
create index jobs_failed on jobs (failed_at) where failed_at is not null;
-- Who retried or threw away a job, for whoever comes second.
create index operator_log_job on operator_log ((details ->> 'job')) where action like 'job/%';

-- Work too long for a request, asked for by an operator and done by a worker: a verification of the whole ledger,
-- a dry run of a closing. The result stays, with who asked and how long it took.
create table asked_runs (
  id int generated always as identity primary key,
  task text not null,
  input jsonb not null,
  asked_by int not null references operators,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  result jsonb,
  -- Of the last try, while there is no result.
  problem text
);
create index asked_runs_task on asked_runs (task, id desc);
grant select, insert, update (started_at, finished_at, result, problem) on asked_runs to fc_app;

-- Coins that the house puts into the rewards pool. A large one waits for a second operator.
create table pool_fundings (
  id int generated always as identity primary key,
  -- Made by the browser: the same proposal sent again is not a second one.
  key text not null unique,
  amount_fc bigint not null check (amount_fc > 0),
  source text not null check (source in ('treasury', 'fees', 'deductions', 'stakes_ended')),
  note text not null,
  status text not null default 'P' check (status in ('P', 'A', 'R')),
  proposed_by int not null references operators,
  proposed_at timestamptz not null,
  decided_by int references operators,
  decided_at timestamptz,
  reason text,
  entry_id bigint unique references ledger_entries,
  check ((status = 'P') = (decided_at is null)),
  check ((status = 'A') = (entry_id is not null))
);
create index pool_fundings_open on pool_fundings (id) where status = 'P';
grant select, insert, update (status, decided_by, decided_at, reason, entry_id) on pool_fundings to fc_app;

-- The plan that is being written, if one is. Its revision lets nobody save over what they have not seen.
create table plan_drafts (
  is_only boolean primary key default true check (is_only),
  revision int not null,
  rules jsonb not null,
  edited_by int not null references operators,
  edited_at timestamptz not null
);
grant select, insert, update, delete on plan_drafts to fc_app;

-- A version that has not begun can be withdrawn; it stays to be seen, and another one may take its day.
alter table plan_versions add column created_by int references operators;
alter table plan_versions add column withdrawn_at timestamptz;
alter table plan_versions add column withdrawn_by int references operators;
alter table plan_versions drop constraint plan_versions_effective_from_key;
create unique index plan_versions_effective_from on plan_versions (effective_from) where withdrawn_at is null;
grant update (withdrawn_at, withdrawn_by) on plan_versions to fc_app;
