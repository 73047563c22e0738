-- Whose fault it was that two operators undid a stake: only the member's gives points. Null: nobody said.
alter table stakes add column undone_fault text check (undone_fault in ('member', 'company', 'other'));

-- Members behind a place are counted as far as the limit goes, each by one step in the index.
create index sessions_block_member on sessions (block, member_id, created_at)
  where block <> '' and looking_operator_id is null;
create index sessions_browser_member on sessions ((block || ' ' || user_agent), member_id, created_at)
  where block <> '' and looking_operator_id is null;
drop index sessions_block, sessions_browser;

-- What was found by the rules of before is judged again, and what they left out is found.
insert into signal_news (member_id) select id from members;
