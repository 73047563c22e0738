-- What the house looks up and reports, at a million members: indexes for one day's rows, and sums of days gone by.

-- Entries of a kind, newest first; those of all kinds are read off its seventeen parts.
create index ledger_entries_kind on ledger_entries (kind, effective_at, id);

create index stakes_started_on on stakes (started_on);
create index withdrawals_accepted on withdrawals (decided_at) where status = 'A' and currency_type = 'coin';
create index members_joined on members (joined_at);

-- What a day of India's came to, added up once it has ended. A worker fills in days that are missing.
create table daily_figures (
  day date primary key,
  new_members int not null,
  -- Stakes that began; of these, what was paid from transfer wallets and not from outside.
  stakes int not null,
  stakes_usd_cents bigint not null,
  stakes_fc bigint not null,
  from_transfer_fc bigint not null,
  -- Withdrawals accepted: what left the members' holds, and what the house kept of it.
  payouts int not null,
  payouts_fc bigint not null,
  fees_fc bigint not null,
  deductions_fc bigint not null,
  measured_at timestamptz not null
);
grant select, insert on daily_figures to fc_app;

-- What a closed day paid to how many: by the number of digits of the whole coins, those with nothing left out.
create table daily_incomes (
  day date not null,
  digits smallint not null,
  members int not null,
  paid_fc bigint not null,
  primary key (day, digits)
);
grant select, insert on daily_incomes to fc_app;

-- How the house stood soon after a day had ended and was closed. It cannot be found out later.
create table daily_standings (
  day date primary key,
  members int not null,
  active_members int not null,
  -- What members could take out or send on; what they have asked for; the principal of their stakes.
  wallets_fc bigint not null,
  pending_fc bigint not null,
  staked_fc bigint not null,
  -- What running stakes will still return where every day is covered.
  to_return_fc bigint not null,
  pool_fc bigint not null,
  measured_at timestamptz not null
);
grant select, insert on daily_standings to fc_app;

-- The members with the most business below them, as of then.
create table top_legs (
  day date not null references daily_standings,
  place int not null,
  member_id int not null references members,
  left_users int not null,
  right_users int not null,
  left_usd_cents bigint not null,
  right_usd_cents bigint not null,
  primary key (day, place)
);
grant select, insert on top_legs to fc_app;
