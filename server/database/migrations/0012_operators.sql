-- Who runs the business: people of their own, with a login of their own, never members with a flag.
create table operators (
  id int generated always as identity primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('viewer', 'support', 'finance', 'admin')),
  -- None until the invitation is accepted.
  password_hash text,
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- For the demo's operator alone: everybody else signs in with an authenticator app too.
  may_skip_totp boolean not null default false,
  created_at timestamptz not null
);
create unique index operators_email on operators (lower(email));
grant select, insert, update on operators to fc_app;

-- What a mailed invitation is known by. Accepting it chooses the password; so does starting over.
create table operator_invitations (
  secret_hash bytea primary key,
  operator_id int not null references operators,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index operator_invitations_operator on operator_invitations (operator_id);
grant select, insert, update on operator_invitations to fc_app;

create table operator_sessions (
  id uuid primary key,
  operator_id int not null references operators,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  -- The password alone opens nothing but the second step.
  passed_second_step boolean not null default false,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index operator_sessions_operator on operator_sessions (operator_id);
grant select, insert, update, delete on operator_sessions to fc_app;

-- Everything an operator did, and every look at a member's identity papers. It only grows.
create table operator_log (
  id bigint generated always as identity primary key,
  operator_id int not null references operators,
  action text not null,
  -- Whom it concerns.
  member_id int references members,
  details jsonb not null default '{}',
  ip text not null,
  at timestamptz not null
);
create index operator_log_member on operator_log (member_id, id desc) where member_id is not null;
create index operator_log_operator on operator_log (operator_id, id desc);
grant select, insert on operator_log to fc_app;
create function operator_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The log of the operators only grows' using errcode = 'insufficient_privilege';
end
$$;
create trigger operator_log_immutable before update or delete or truncate on operator_log
  for each statement execute function operator_log_refuse();

-- Who decided; nobody where it was decided before there were operators.
alter table staking_requests add column decided_by int references operators;
alter table withdrawals add column decided_by int references operators;

-- Of a large one: the first of two operators, who cannot be the second.
alter table withdrawals add column confirmed_by int references operators;
alter table withdrawals add column confirmed_at timestamptz;
