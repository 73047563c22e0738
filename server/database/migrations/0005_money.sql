-- What a coin costs, from when on. A new price is a new row; what was posted names the price it was posted at.
create table prices (
  id int generated always as identity primary key,
  -- Units of FC (1/10,000) that $15 buy.
  fc_for_15_usd bigint not null check (fc_for_15_usd > 0),
  -- Rupees for a dollar, in 1/10,000.
  inr_per_usd bigint not null check (inr_per_usd > 0),
  effective_from timestamptz not null unique,
  created_at timestamptz not null
);
grant select, insert on prices to fc_app;

-- Private pictures: proofs of payment and of identity. The picture itself is in the file store.
create table uploads (
  id uuid primary key,
  member_id int not null references members,
  purpose text not null check (purpose in ('stacking-verification-images', 'pan-proof-images')),
  -- Of the picture as it was re-encoded; the same proof sent twice is seen by it.
  sha256 bytea not null,
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null
);
create index uploads_member on uploads (member_id, created_at);
create index uploads_same on uploads (sha256);
grant select, insert, delete on uploads to fc_app;

-- A member's wish to stake, until an operator decides it.
create table staking_requests (
  id int generated always as identity primary key,
  member_id int not null references members,
  amount_usd_cents bigint not null check (amount_usd_cents > 0),
  upload_id uuid not null unique references uploads,
  status text not null default 'P' check (status in ('P', 'A', 'R')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- Why it was rejected.
  reason text,
  check ((status = 'P') = (decided_at is null)),
  check ((status = 'R') = (reason is not null))
);
create index staking_requests_member on staking_requests (member_id, id desc);
create index staking_requests_open on staking_requests (requested_at) where status = 'P';
grant select, insert, update on staking_requests to fc_app;

-- A stake that was approved or bought: what returns are computed from.
create table stakes (
  id int generated always as identity primary key,
  member_id int not null references members,
  -- The request it came from; none for one paid from a transfer wallet.
  request_id int unique references staking_requests,
  -- Who paid, where that was another member.
  payer_id int references members,
  principal_usd_cents bigint not null check (principal_usd_cents > 0),
  principal_fc bigint not null check (principal_fc > 0),
  price_id int not null references prices,
  entry_id bigint not null unique references ledger_entries,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index stakes_member on stakes (member_id, id desc);
create index stakes_running on stakes (member_id) where ended_at is null;
grant select, insert, update on stakes to fc_app;

-- Five percent of a stake for its sponsor, due with the approval and paid by the closing.
create table direct_bonuses_due (
  stake_id int primary key references stakes,
  sponsor_id int not null references members,
  due_at timestamptz not null
);
grant select, insert on direct_bonuses_due to fc_app;

-- Where a member's coins are sent. Since when matters: a new address waits before it is paid to.
create table coin_addresses (
  member_id int primary key references members,
  address text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
grant select, insert, update on coin_addresses to fc_app;

-- Until when coin withdrawals wait after a change that a thief would make first.
alter table members add column withdrawals_held_until timestamptz;

create table withdrawals (
  id int generated always as identity primary key,
  member_id int not null references members,
  amount_fc bigint not null check (amount_fc > 0),
  fee_fc bigint not null check (fee_fc >= 0),
  -- What it was drawn from, and flows back to when it is rejected.
  from_staking_fc bigint not null,
  from_earning_fc bigint not null,
  from_offer_fc bigint not null,
  -- Out of the platform, or into the member's own transfer wallet, which is done at once.
  currency_type text not null default 'coin' check (currency_type in ('coin', 'internal transfer')),
  address text,
  status text not null default 'P' check (status in ('P', 'A', 'R')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- Collected from what the member owes, when it was accepted.
  deduction_fc bigint check (deduction_fc >= 0),
  transaction_id text,
  reason text,
  check (from_staking_fc + from_earning_fc + from_offer_fc = amount_fc),
  check (fee_fc < amount_fc),
  check ((currency_type = 'coin') = (address is not null)),
  check ((status = 'P') = (decided_at is null)),
  check ((status = 'A') = (transaction_id is not null)),
  check ((status = 'R') = (reason is not null))
);
create index withdrawals_member on withdrawals (member_id, id desc);
create index withdrawals_open on withdrawals (requested_at) where status = 'P';
grant select, insert, update on withdrawals to fc_app;

-- What a member owes the platform, with the reason that the member sees.
create table deductions (
  id int generated always as identity primary key,
  member_id int not null references members,
  amount_fc bigint not null check (amount_fc > 0),
  collected_fc bigint not null default 0 check (collected_fc between 0 and amount_fc),
  reason text not null,
  created_at timestamptz not null
);
create index deductions_open on deductions (member_id) where collected_fc < amount_fc;
grant select, insert, update (collected_fc) on deductions to fc_app;
