-- Replies and reasons that operators keep ready. {name} and {reference} in them are filled in when one is used.
create table canned_texts (
  id int generated always as identity primary key,
  kind text not null check (kind in ('reply', 'staking-rejection', 'withdrawal-rejection')),
  title text not null,
  body text not null,
  -- Counts changes: an operator who changes a text tells which one the page has seen.
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by int not null references operators,
  removed_at timestamptz
);
grant select, insert, update on canned_texts to fc_app;

-- What was sent to a member, by mail.
create index mails_recipient on mails (recipient, id desc);
