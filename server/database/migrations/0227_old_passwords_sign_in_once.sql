-- A sign-in compares an old password with what the other system made of it, and ends it.
grant select, delete on moved_passwords to fc_app, fc_web;
