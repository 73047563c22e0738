-- What everybody may read of a day's tree, or why there is nothing. Both are empty for days before there were branches.
alter table liabilities
  add column branches bytea,
  add column withheld text,
  add constraint liabilities_list check (branches is null or withheld is null);
