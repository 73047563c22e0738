-- A used old password is kept until a new one is set, so that it cannot be chosen again.
alter table moved_passwords add column used_at timestamptz;
grant update (used_at) on moved_passwords to fc_app, fc_web;
