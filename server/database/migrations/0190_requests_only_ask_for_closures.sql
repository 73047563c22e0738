-- Requests ask for a closure. That the account was closed, and until when the rest is kept, they could write with the row.
revoke insert on closures from fc_web;
grant insert (member_id, asked_at, due_at, left_fc, locked_fc) on closures to fc_web;
