-- A member may undo a stake within its cooling-off time, where the business allows one. Until then the bonuses that
-- follow from it wait: its business is in the legs, and counts for matching from that moment on. Null: not held.
alter table stakes add column held_until timestamptz;
-- Undone by its member; `reversal_entry_id` is then the entry that returned the principal, less what was paid on it.
alter table stakes add column is_undone boolean not null default false;
alter table stakes add constraint stakes_undone check (not is_undone or reversal_entry_id is not null);
create unique index stakes_reversal on stakes (reversal_entry_id) where reversal_entry_id is not null;

alter table team_events add column held_until timestamptz;
create index team_events_held on team_events (held_until) where held_until is not null;
