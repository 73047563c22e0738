-- The company that moved in, which nobody but operators can use until a second admin has opened it. At most one row,
-- because a company moves into an empty database.
create table arrivals (
  is_only boolean primary key default true check (is_only),
  folder text not null,
  -- The last day that the other system has closed.
  cut_day date not null,
  imported_by int not null references operators,
  imported_at timestamptz not null,
  -- The sums, the warnings that were accepted, and some members as the files have them, for the one who opens it.
  report jsonb not null,
  opened_by int references operators,
  opened_at timestamptz,
  check ((opened_by is null) = (opened_at is null)),
  check (opened_by <> imported_by)
);
grant select, update (opened_by, opened_at) on arrivals to fc_app, fc_web;
