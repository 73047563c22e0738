-- Every lane has its own workers, so that a one-time code never waits behind receipts or a closing. Nodes of the
-- release before know no lanes: what they write is taken in the lane `work`, and they take jobs of every lane.
alter table jobs add lane text not null default 'work';
update jobs set lane = 'mails' where task = 'send-mail';
drop index jobs_due;
create index jobs_due on jobs (lane, run_at) where failed_at is null;
