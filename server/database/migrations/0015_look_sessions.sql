-- An operator's looks at members' portals, to be ended with the operator's own session.
create index sessions_looking on sessions (looking_operator_id) where looking_operator_id is not null;
