-- Where spans are sent (docs/scale.md), a job names the request that caused it. Otherwise it is empty.
alter table jobs add column request_id text;
