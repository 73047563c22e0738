-- Bulk mails leave them out, and count them without looking at all members.
create index members_without_address on members (id) where email like '%@closed.invalid';
