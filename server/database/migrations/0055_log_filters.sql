-- The log is read by action and by day too.
create index operator_log_action on operator_log (action, id desc);
create index operator_log_at on operator_log (at);
