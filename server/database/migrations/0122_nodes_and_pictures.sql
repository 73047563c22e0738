-- Running nodes of this release, each reported by itself, with what of its settings is unsafe. One that reports its
-- disks and is not in here runs the release before.
create table nodes (
  node text primary key,
  unsafe text[] not null,
  reported_at timestamptz not null
);
grant select, insert, update, delete on nodes to fc_app, fc_web;

-- The hash of an encrypted picture as it is stored, for backups, and the key that encrypted it. Null of those from before.
alter table uploads add column stored_sha256 bytea, add column stored_key text;
alter table uploads add check ((stored_sha256 is null) = (stored_key is null));
create index uploads_by_key on uploads (id) where erased_at is null and stored_key is null;
grant update (stored_sha256, stored_key) on uploads to fc_app;
