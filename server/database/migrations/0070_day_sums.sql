-- What moved on each day of India's between which kinds of accounts, up to the last seal: so that the books of a month and
-- the standings of any day add up some hundred rows, and not a month of lines. Kinds are the codes of the house's accounts,
-- and those of members' accounts, 16 higher.
create table ledger_day_sums (
  day date not null,
  debit_kind smallint not null,
  credit_kind smallint not null,
  lines bigint not null,
  amount numeric(38, 0) not null,
  -- Each line by the price in force at its moment, rounded down; a line from before the first price adds nothing.
  inr_paise numeric(38, 0) not null,
  -- The numbers of its first and last entry.
  first_id bigint not null,
  last_id bigint not null,
  primary key (day, debit_kind, credit_kind)
) with (fillfactor = 50);
grant select, insert, update on ledger_day_sums to fc_app;

insert into ledger_day_sums
  select (effective_at at time zone 'Asia/Kolkata')::date, case when debit_id < 16 then debit_id else 16 + debit_id % 16 end,
    case when credit_id < 16 then credit_id else 16 + credit_id % 16 end, count(*), sum(amount),
    coalesce(sum(case when debit_id between 10 and 16 then div(amount::numeric * inr_per_usd, 10000)::bigint
      else div(amount * 1500::numeric * inr_per_usd, fc_for_15_usd * 10000::numeric)::bigint end), 0),
    min(entry_id), max(entry_id)
  from (
    select *, width_bucket(effective_at::timestamptz, froms) as place from ledger_postings, (
      select array_agg(effective_from order by effective_from) as froms from prices where withdrawn_at is null
    ) all_prices
    where entry_id <= (select max(last_id) from ledger_house_sums)
  ) line left join (
    select row_number() over (order by effective_from) as place, inr_per_usd, fc_for_15_usd from prices where withdrawn_at is null
  ) price using (place)
  group by 1, 2, 3;
