-- A draft's revision is never used again. It was the time in seconds plus the number of saves, so a draft could be
-- discarded and another one be put under the proposal that named it.
create sequence plan_draft_revisions as int;
select setval('plan_draft_revisions', greatest(extract(epoch from now())::int, (select max(revision) from plan_drafts)));
grant usage on sequence plan_draft_revisions to fc_app;

-- A proposal of a plan holds the rules themselves; one that only names a draft has to be proposed again.
update proposals set status = 'R', decided_at = now(), refusal = 'Please propose it again: it did not hold the plan itself'
where kind = 'plan' and status = 'P';
