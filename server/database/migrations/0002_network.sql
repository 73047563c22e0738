-- The network: who sponsored whom, who sits under whom, and what stands in each leg.
--
-- A left run is a maximal chain of left children, a right run one of right children. A left child continues
-- its parent's left run and is the head of a right run of its own; a right child the other way round; a root
-- heads one of each. A run is therefore named by its head and its side, and a member needs to store only the
-- one run that it continues: on the other side it is (itself, position 0).

create type team_side as enum ('left', 'right');

-- A table of its own, not columns of members: a placement is written once and never changes, while a member's
-- row does with every password, status or profile. So the application gets no right to update it, its pages
-- stay all-visible for index-only scans at a million members, and no change of a profile copies it about.
create table placements (
  member_id int primary key references members,
  sponsor_id int references placements,
  parent_id int references placements,
  side team_side,
  run_head_id int,
  -- Below 8^8, since leg_weights has eight levels of blocks of eight.
  pos int check (pos between 1 and 16777215),
  placed_at timestamptz not null,
  -- A root has no sponsor and no place; everybody else has all of it.
  check (num_nulls(sponsor_id, parent_id, side, run_head_id, pos) in (0, 5)),
  -- No place twice. Its index also finds the children of a member (the next position on each of its two runs)
  -- and any stretch of a run, so that parent_id needs none. Deferrable, that is looked at when a statement is
  -- done, for a repair that moves several at once.
  constraint placements_place unique (run_head_id, side, pos) include (member_id) deferrable
);
create index placements_sponsor on placements (sponsor_id, member_id);
grant select, insert on placements to fc_app;

-- The outermost member of each run: the row that a registration locks, and the only one it shares with others.
-- A run that consists of its head alone has no row yet.
create table placement_runs (
  head_id int not null,
  side team_side not null,
  tail_id int not null,
  tail_pos int not null check (tail_pos > 0),
  primary key (head_id, side)
-- Room beside it for the new version, so that moving the tail never touches the index.
) with (fillfactor = 70);
grant select, insert, update on placement_runs to fc_app;

-- What each member adds to its team, for good: the truth that leg_weights are recomputed from, and, by time,
-- what a closing of a past day needs to leave out. That a member exists is said by its placement.
create table team_events (
  id bigint generated always as identity primary key,
  member_id int not null references placements,
  active_users smallint not null check (active_users between -1 and 1),
  business_usd_cents bigint not null,
  recorded_at timestamptz not null
);
create index team_events_member on team_events (member_id) include (active_users, business_usd_cents);
create index team_events_recorded on team_events (recorded_at);
grant select, insert on team_events to fc_app;

-- The weight of a member is its own figure plus its whole leg on the side it heads a run of. A member's leg is
-- the sum of the weights behind it on its run of that side. Level 0 holds the weight at each position, level n
-- the sums of blocks of 8^n positions: a leg adds up seven rows a level at most. The first block of each level
-- is left out, for a sum of what is *behind* a position never contains it; so a run of up to seven has no blocks
-- at all. Written by the roll-up alone.
create table leg_weights (
  run_head_id int not null,
  side team_side not null,
  level smallint not null,
  index int not null,
  users int not null,
  active_users int not null,
  business_usd_cents bigint not null,
  primary key (run_head_id, side, level, index)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
grant select, insert, update on leg_weights to fc_app;

-- What is not in leg_weights yet: appended by members' transactions, one row for each turn on the way up, and
-- moved by the roll-up. Weights plus these are exact for every snapshot.
create table leg_weights_pending (
  run_head_id int not null,
  side team_side not null,
  pos int not null,
  users int not null,
  active_users int not null,
  business_usd_cents bigint not null
-- Mostly empty but always changing: to be cleaned by how much went through it, not by its size.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 1000000);
create index leg_weights_pending_place on leg_weights_pending (run_head_id, side, pos);
grant select, insert, delete on leg_weights_pending to fc_app;
