-- Uploads that arrive in pieces wait here until they are complete, so that any node takes any piece.
create table incoming_uploads (
  id text primary key,
  member_id int not null references members,
  size int not null,
  -- Moved together with each piece that is stored: of two nodes with the same piece, one stores it.
  received int not null default 0,
  created_at timestamptz not null,
  check (received between 0 and size)
);
create index on incoming_uploads (created_at);

create table incoming_pieces (
  upload_id text references incoming_uploads on delete cascade,
  starts_at int,
  content bytea not null,
  primary key (upload_id, starts_at)
);
-- Pictures are compressed already.
alter table incoming_pieces alter column content set storage external;

grant select, insert, update, delete on incoming_uploads to fc_app;
grant select, insert on incoming_pieces to fc_app;
