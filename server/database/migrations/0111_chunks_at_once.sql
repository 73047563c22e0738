-- Several chunks of a closing are paid at once. All chunks below paid_chunks are paid, and of those behind it these.
alter table closings add column paid_ahead int[] not null default '{}';
