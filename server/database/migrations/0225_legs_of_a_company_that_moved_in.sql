-- The leg of its sponsor that a member of a company which moved in really stands in. Null: the member registered here,
-- and stands in the leg of its side.
alter table placements add column moved_leg text check (moved_leg in ('left', 'right', 'none'));

-- What the system before had taken of each leg: not the same of both, as here, because its rules may have been others.
alter table pair_memory add column left_before_usd_cents bigint not null default 0 check (left_before_usd_cents >= 0);
alter table pair_memory add column right_before_usd_cents bigint not null default 0 check (right_before_usd_cents >= 0);
alter table pair_memory drop constraint pair_memory_check;
alter table pair_memory add constraint pair_memory_matched check (
  matched_usd_cents between 0 and consumed_usd_cents + least(left_before_usd_cents, right_before_usd_cents));
