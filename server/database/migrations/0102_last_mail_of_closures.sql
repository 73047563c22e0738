-- The mail that says that the account is closed. It is sent after the account was erased, and then its address goes too.
alter table closures add column last_mail_id bigint;
grant update (last_mail_id) on closures to fc_app;
