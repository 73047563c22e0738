-- The root of the liabilities that was the newest one when the day's head was told, and the day that it is of.
alter table ledger_anchors add column root text, add column root_day date,
  add check ((root is null) = (root_day is null));

-- What was told to the world does not change, not even by the owner's hand.
create trigger ledger_immutable before update or delete or truncate on ledger_anchors
  for each statement execute function ledger_refuse();

-- Those who get each day's head by mail, members or not. Nobody gets it who has not confirmed the address.
create table anchor_subscribers (
  id int generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  language text not null check (language in ('en', 'hi')),
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- The last day whose head was mailed, so that a mailing that was interrupted goes on where it was.
  mailed_day date
);
create index anchor_subscribers_mailed on anchor_subscribers (mailed_day, id)
  where confirmed_at is not null and unsubscribed_at is null;
grant select, insert, update, delete on anchor_subscribers to fc_app;
