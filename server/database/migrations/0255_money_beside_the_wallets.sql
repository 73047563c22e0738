-- What members of a company that moved in had paid in and were paid out in the system before.
create table moved_lifetimes (
  member_id int primary key references members,
  put_usd_cents bigint not null check (put_usd_cents >= 0),
  put_fc bigint not null check (put_fc >= 0),
  took_fc bigint not null check (took_fc >= 0)
);

-- The tax that the system before had deducted and not paid to the state. The first tax that is remitted here pays for it.
create table moved_tax (
  is_only boolean primary key default true check (is_only),
  owed_fc bigint not null check (owed_fc >= 0),
  owed_paise bigint not null
);

grant select on moved_lifetimes, moved_tax to fc_app, fc_web;
