-- A member closes the account: asked for, then a waiting time in which it can be taken back, then everything is erased
-- that the law does not ask us to keep, and the rest after the years of the settings.
alter table members
  drop constraint members_status_check,
  add constraint members_status_check check (status in ('active', 'blocked', 'frozen', 'closed'));

create table closures (
  id int generated always as identity primary key,
  member_id int not null references members,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  taken_back_at timestamptz,
  -- What the member gave up, as of the moment when the account was closed; before that, as it was confirmed.
  left_fc bigint not null,
  locked_fc bigint not null,
  closed_at timestamptz,
  -- The files of the pictures are gone too.
  erased_at timestamptz,
  -- Until when the rest is kept, and when it was erased.
  kyc_until timestamptz,
  kyc_erased_at timestamptz,
  tax_until timestamptz,
  tax_erased_at timestamptz,
  check (closed_at is null or taken_back_at is null),
  check (erased_at is null or closed_at is not null),
  check ((closed_at is null) = (kyc_until is null) and (closed_at is null) = (tax_until is null))
);
-- At most one that counts.
create unique index closures_one on closures (member_id) where taken_back_at is null;
create index closures_due on closures (due_at) where closed_at is null and taken_back_at is null;
create index closures_unfinished on closures (id) where closed_at is not null and tax_erased_at is null;
grant select, insert,
  update (due_at, taken_back_at, left_fc, locked_fc, closed_at, erased_at, kyc_until, kyc_erased_at, tax_until, tax_erased_at)
  on closures to fc_app;

-- The row stays where a request refers to it; the picture is gone, and a backup does not look for it.
alter table uploads add column erased_at timestamptz;
grant update (erased_at) on uploads to fc_app;
