-- Accounts of the company at banks, and how each bank names the columns of its statements.
create table bank_accounts (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 3 and 60),
  columns jsonb not null,
  added_by int not null references operators,
  added_at timestamptz not null
);

-- Every statement that was imported, with the file itself, so that anybody can compare it with the bank's.
create table bank_statements (
  id int generated always as identity primary key,
  account_id int not null references bank_accounts,
  file text not null,
  content bytea not null,
  -- SHA-256 of the content.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  imported_by int not null references operators,
  imported_at timestamptz not null,
  line_count int not null check (line_count > 0),
  -- How many of its lines no earlier statement had.
  new_count int not null check (new_count between 1 and line_count),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  opening_paise bigint not null,
  closing_paise bigint not null,
  unique (account_id, digest)
);
create index bank_statements_account on bank_statements (account_id, id);

-- The lines of all statements of an account, without gaps: each balance follows from the one before.
create table bank_lines (
  id int generated always as identity primary key,
  account_id int not null references bank_accounts,
  number int not null check (number > 0),
  statement_id int not null references bank_statements,
  -- Where it stands in the file.
  file_line int not null check (file_line > 0),
  day date not null,
  words text not null,
  reference text not null,
  payer text not null,
  -- Above zero what came in, below zero what went out.
  amount_paise bigint not null check (amount_paise <> 0),
  balance_paise bigint not null,
  -- What in its words or its reference may be a UTR.
  utrs text[] not null,
  unique (account_id, number)
);
create index bank_lines_utrs on bank_lines using gin (utrs);
create index bank_lines_day on bank_lines (day, id);

grant select, insert on bank_accounts, bank_statements, bank_lines to fc_app, fc_web;
grant update (columns) on bank_accounts to fc_app, fc_web;
