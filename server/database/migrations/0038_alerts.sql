-- What needs a person to act: a row from the first check that found a condition met to the one that found it over.
create table alerts (
  id bigint generated always as identity primary key,
  condition text not null,
  -- Since when every check has found it met.
  met_since timestamptz not null,
  -- When it was told; null while it has to last a little longer, so that a moment's trouble wakes nobody up.
  begun_at timestamptz,
  -- Since when every check has found it over; null while it is met.
  over_since timestamptz,
  ended_at timestamptz,
  -- What was found, in a sentence.
  detail text not null,
  check (ended_at is null or begun_at is not null)
);
-- One of a kind at a time, however many nodes check.
create unique index alerts_open on alerts (condition) where ended_at is null;
grant select, insert, update, delete on alerts to fc_app;

-- When the conditions were last checked. Old news on Today, or none, means that no worker runs.
create table alert_checks (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null
);
grant select, insert, update on alert_checks to fc_app;

-- The disks of all nodes, each reported by its own node: the worker that checks can only see one of them.
create table node_disks (
  node text not null,
  folder text not null,
  free_bytes bigint not null,
  total_bytes bigint not null,
  reported_at timestamptz not null,
  primary key (node, folder)
);
grant select, insert, update, delete on node_disks to fc_app;
