-- The browsers that operators have signed in with. Each has its own count of wrong passwords and codes, so that
-- guesses made elsewhere do not lock the owner out. One that a mail or an invitation made known counts for half an
-- hour, and for the password alone, until it has passed the second step.
create table operator_devices (
  operator_id int not null references operators,
  device_hash bytea not null,
  passed_second_step boolean not null default false,
  last_used_at timestamptz not null,
  primary key (operator_id, device_hash)
);
grant select, insert, update, delete on operator_devices to fc_app;

-- How often a mailbox is used: without case and plus tags, and at Gmail without dots and by one name of the domain.
-- The query of core/members/emails.ts has this expression too; a difference would make it read the whole table.
create index members_mailbox on members ((
  case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end
));
drop index members_email;

-- Mails are forgotten after some time, the oldest first.
create index mails_created on mails (created_at);
grant delete on mails to fc_app;

-- The head of the seal chain at the end of each day, as it was told to the admins. It only grows.
create table ledger_anchors (
  day date primary key,
  head text not null,
  told_at timestamptz not null
);
grant select, insert on ledger_anchors to fc_app;
