-- A message of a signed-in member becomes a thread: the member reads the answers in the portal and writes again.
alter table support_events alter column operator_id drop not null;
alter table support_events drop constraint support_events_kind_check;
alter table support_events
  add constraint support_events_kind_check
    check (kind in ('reply', 'note', 'close', 'reopen', 'take', 'leave', 'message')),
  -- Only the member's own further messages are not an operator's.
  add constraint support_events_author check ((kind = 'message') = (operator_id is null));

-- The reference of the member's own receipt that the message is about.
alter table support_records
  add column receipt text,
  add constraint support_records_receipt check (receipt is null or member_id is not null);

-- A member's list is read newest first.
drop index support_records_member;
create index support_records_member on support_records (member_id, id desc) where member_id is not null;
