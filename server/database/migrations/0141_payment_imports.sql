-- Each import of a filled-in payment file, and what became of its lines. One that was not finished stopped in the middle.
create table payment_imports (
  id int generated always as identity primary key,
  operator_id int not null references operators,
  at timestamptz not null,
  file text not null,
  -- Lines of the file that were not imported, because the check had refused them.
  left_out int not null check (left_out >= 0),
  lines jsonb not null,
  finished_at timestamptz
);
create index payment_imports_at on payment_imports (id desc);
grant select, insert, update on payment_imports to fc_app, fc_web;
