-- A member's last matching: what was carried then, and what is new since, is shown on the dashboard.
create index closing_pairs_of_member on closing_pairs (member_id, day);
