-- What the chain said of a request's payment when the first of two operators confirmed it all the same, and why. Null
-- where the chain said that enough had arrived, or where it is not asked.
alter table staking_requests add column confirmed_shortfall_fc bigint check (confirmed_shortfall_fc >= 0);
alter table staking_requests add column confirmed_from_others boolean;
alter table staking_requests add column confirmed_reason text check (length(confirmed_reason) between 3 and 300);

-- What the request cost, where less had arrived when it was approved. The rest is a difference until it is settled.
alter table staking_requests add column owed_fc bigint check (owed_fc > 0);
alter table staking_requests add column shortfall_settled_at timestamptz;
alter table staking_requests add column shortfall_settled_by int references operators;
alter table staking_requests add column shortfall_settlement text;
alter table staking_requests add constraint staking_requests_shortfall check (
  (owed_fc is null or status = 'A')
  and (shortfall_settled_at is null or owed_fc is not null)
  and (shortfall_settled_at is null) = (shortfall_settled_by is null)
  and (shortfall_settled_at is null) = (shortfall_settlement is null));
create index staking_requests_owed on staking_requests (decided_at) where owed_fc is not null;
