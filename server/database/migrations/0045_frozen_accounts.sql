-- "This was not me" in a mail freezes the account, until an operator has looked and unblocks it.
alter table members
  drop constraint members_status_check,
  add constraint members_status_check check (status in ('active', 'blocked', 'frozen'));
create index members_frozen on members (id) where status = 'frozen';
