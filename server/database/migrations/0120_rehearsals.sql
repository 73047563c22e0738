-- Whether a backup could be restored, tried in a database of its own.
alter table backups add column rehearsed_at timestamptz, add column rehearsal_problem text,
  add constraint backups_rehearsal check (rehearsal_problem is null or rehearsed_at is not null);
