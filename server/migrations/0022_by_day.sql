-- Growth by day: new members and new stakes of a period.
create index if not exists members_joined on members (joined_at);
create index stakes_started on stakes (started_at);
