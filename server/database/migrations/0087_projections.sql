-- What all rewards of the coming closing come to, as far as it is known: read for every member's projection, because
-- the pool's coverage follows from everybody's dues. One row, computed again after something has changed.
create table closing_projections (
  day date primary key,
  due_fc bigint not null check (due_fc >= 0),
  -- What it was computed from: as long as these are the same, so is the sum.
  plan_version int not null,
  price_id int,
  events bigint not null,
  last_event_id bigint not null,
  computed_at timestamptz not null,
  took_ms int not null check (took_ms >= 0)
);
grant select, insert, update, delete on closing_projections to fc_app;
