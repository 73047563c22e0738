-- The phrase that a member chose, by which mails are known to be ours. It is encrypted, and only the worker, which
-- sends the mails, decrypts it.
create table mail_phrases (
  member_id int primary key references members,
  phrase bytea not null,
  set_at timestamptz not null
);
grant select, update (phrase) on mail_phrases to fc_app;
grant select, insert, update, delete on mail_phrases to fc_web;
