-- What members tell of themselves. Empty where they have not.
alter table members
  add column dob date,
  add column nominee text not null default '',
  add column relation text not null default '',
  add column address text not null default '',
  add column city text not null default '',
  add column pin text not null default '',
  -- Two letters, ISO 3166.
  add column country text not null default '';

-- An address of another chain's coin, entered once and for good.
create table fmdc_addresses (
  member_id int primary key references members,
  address text not null,
  created_at timestamptz not null
);
grant select, insert on fmdc_addresses to fc_app;

create table bank_details (
  member_id int primary key references members,
  account_number text not null check (account_number ~ '^[0-9]{9,18}$'),
  ifsc_code text not null check (ifsc_code ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  branch text not null,
  bank_name text not null,
  changed_at timestamptz not null
);
grant select, insert, update on bank_details to fc_app;

-- One time and irreversible: the application may not even change it.
create table pan_records (
  member_id int primary key references members,
  name_in_pan text not null,
  pan_number text not null check (pan_number ~ '^[A-Z]{5}[0-9]{4}[A-Z]$'),
  upload_id uuid not null unique references uploads,
  created_at timestamptz not null
);
grant select, insert on pan_records to fc_app;
