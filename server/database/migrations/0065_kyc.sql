-- KYC as work: PAN card and bank details are looked at by an operator, part by part.

-- The picture of a passbook or a cheque, which the member may add to the bank details.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('stacking-verification-images', 'pan-proof-images', 'bank-proof-images'));
alter table bank_details add column upload_id uuid references uploads;
create unique index bank_details_upload on bank_details (upload_id) where upload_id is not null;

-- One for each part that a member has given. What was decided about earlier data is in the operators' log.
create table kyc_cases (
  id int generated always as identity primary key,
  member_id int not null references members,
  part text not null check (part in ('pan', 'bank')),
  state text not null default 'submitted' check (state in ('submitted', 'approved', 'rejected', 'renew')),
  -- Counts submissions: an operator decides what the page showed, and nothing that was entered meanwhile.
  version int not null default 1,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by int references operators,
  -- As the member reads it.
  reason text,
  unique (member_id, part),
  check ((state = 'submitted') = (decided_at is null)),
  check ((state in ('rejected', 'renew')) = (reason is not null))
);
create index kyc_cases_waiting on kyc_cases (submitted_at, id) where state = 'submitted';
create index kyc_cases_decided on kyc_cases (state, submitted_at desc, id desc) where state <> 'submitted';
grant select, insert, update on kyc_cases to fc_app;
insert into kyc_cases (member_id, part, submitted_at)
  select member_id, 'bank', changed_at from bank_details
  union all select member_id, 'pan', max(created_at) from pan_records group by member_id;

-- A member whose PAN was rejected, or is to be renewed, enters it again: a further version, which says so in place of a
-- correction.
alter table pan_records
  add column is_entered_again boolean not null default false,
  drop constraint pan_records_check,
  add constraint pan_records_check check (
    (version > 1) = (correction_id is not null or is_entered_again) and not (correction_id is not null and is_entered_again)
  );
drop index pan_records_upload;
create unique index pan_records_upload on pan_records (upload_id) where correction_id is null;
