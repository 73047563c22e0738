alter table members
  add column gender text not null default 'M' check (gender in ('M', 'F')),
  -- E.164, as in +919876543210.
  add column phone text not null default '';

-- How often an e-mail address is used, whatever its case.
create index members_email on members (lower(email));

-- A registration that a browser made, until it is confirmed or confirms itself.
create table registrations (
  id int generated always as identity primary key,
  member_id int not null unique references members,
  -- Held by that browser in an HttpOnly cookie.
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  completed_at timestamptz
);
grant select, insert, update on registrations to fc_app;

-- What operators can set without a release; what is not here has the default that the code names.
create table business_settings (
  name text primary key,
  value jsonb not null
);
grant select on business_settings to fc_app;
