-- What a company brings that moves in, beside the members, stakes and wallets that it goes on with.

-- The other side of balances that came from another system, told apart from corrections by hand.
insert into ledger_chart (owner, code, name, currency, is_floored) values ('house', 10, 'moved_in', 'FC', false);

-- The stakes as the other system had them, in the order of its file. One that runs on has a stake here, whose start is
-- counted back by the days that it had earned; one that had ended has none.
create table moved_stakes (
  id int generated always as identity primary key,
  stake_id int unique references stakes,
  member_id int not null references members,
  principal_usd_cents bigint not null check (principal_usd_cents > 0),
  principal_fc bigint not null check (principal_fc > 0),
  approved_at timestamptz not null,
  daily_basis_points int not null check (daily_basis_points > 0),
  limit_basis_points int not null check (limit_basis_points > 0),
  earned_fc bigint not null check (earned_fc >= 0),
  paid_fc bigint not null check (paid_fc between 0 and earned_fc),
  ended_at timestamptz,
  end_reason text check (end_reason in ('completed', 'undone')),
  check ((ended_at is null) = (end_reason is null)),
  check ((ended_at is null) = (stake_id is not null))
);
create index moved_stakes_member on moved_stakes (member_id, id);

-- The lines of the other system's wallet reports. They are no part of the ledger and are never counted.
create table moved_history (
  id bigint generated always as identity primary key,
  member_id int not null references members,
  wallet text not null check (wallet in ('staking', 'earning', 'offer', 'transfer')),
  type text not null check (type in ('C', 'D')),
  at timestamptz not null,
  amount_fc bigint not null check (amount_fc >= 0),
  message text not null,
  trans_id text not null
);
create index moved_history_member on moved_history (member_id, wallet, at, id);

-- What other methods made of members' old passwords. Nobody signs in with one yet.
create table moved_passwords (
  member_id int primary key references members,
  hash text not null
);

grant select on moved_stakes, moved_history to fc_app, fc_web;
