-- When an operator opened the console for the first time. Two people are needed from the day on which a second admin has.
alter table operators add column signed_in_at timestamptz;
update operators set signed_in_at = (
  select min(at) from operator_log
  where operator_id = operators.id and action in ('session/enrol', 'session/second-step', 'session/skip'));

-- What redirects money, or gives somebody the power to: one person proposes it and another one confirms it.
create table proposals (
  id int generated always as identity primary key,
  kind text not null,
  -- What it is about; each subject has at most one open proposal, or two people could confirm different ones.
  subject text not null,
  -- The operator whom it concerns, who therefore does not confirm it.
  operator_id int references operators,
  -- The member whom it concerns.
  member_id int references members,
  -- What is to be done; its fields depend on the kind.
  change jsonb not null,
  -- What it would replace, as it was when it was proposed.
  before jsonb not null,
  -- As people read it: what it is, and each value from before beside the new one.
  title text not null,
  lines jsonb not null,
  reason text not null,
  status text not null default 'P' check (status in ('P', 'A', 'R')),
  -- Done at once by the only admin that there was.
  is_alone boolean not null default false,
  proposed_by int not null references operators,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null where nobody refused it: it expired, or what it would replace changed.
  decided_by int references operators,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text,
  check ((status = 'P') = (decided_at is null)),
  check (status <> 'P' or decided_by is null),
  check ((status = 'R') = (refusal is not null)),
  -- Who proposed it may take it back, and never confirm it.
  check (status <> 'A' or (decided_by is not null and (decided_by <> proposed_by) <> is_alone))
);
create unique index proposals_open on proposals (kind, subject) where status = 'P';
create index proposals_member on proposals (member_id, id desc) where member_id is not null;
grant select, insert, update (status, decided_by, decided_at, refusal) on proposals to fc_app;

-- Proposed settings were a row beside the settings; they have to be proposed again.
delete from business_settings where name = 'proposals';
