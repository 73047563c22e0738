-- Every backup that was begun: by the worker or by the command, on which machine, and how it ended.
create table backups (
  id int generated always as identity primary key,
  -- Also the moment of the data in it.
  started_at timestamptz not null,
  finished_at timestamptz,
  host text not null,
  folder text not null,
  -- Of all its files; without those that it shares with the backup before.
  bytes bigint,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Why it failed, or what a finished one lacks.
  problem text,
  check ((state = 'running') = (finished_at is null))
);
create index backups_done on backups (started_at) where state = 'done';
grant select, insert, update (finished_at, bytes, state, problem) on backups to fc_app;
