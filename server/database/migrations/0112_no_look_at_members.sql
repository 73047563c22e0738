-- Each change of money writes a row into these tables, and for each row PostgreSQL read and locked its member, to see that
-- the member exists. The ids come from the session or from the member's own row, and nobody can delete a member.
alter table idempotency_keys drop constraint idempotency_keys_member_id_fkey;
alter table member_events drop constraint member_events_member_id_fkey;
alter table notifications drop constraint notifications_member_id_fkey;
