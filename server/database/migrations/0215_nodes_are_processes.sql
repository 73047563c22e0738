-- A row for each process: two on one machine, or two machines of one name, are two nodes.
alter table nodes drop constraint nodes_pkey;
alter table nodes add column process uuid not null default gen_random_uuid();
alter table nodes add primary key (process);
