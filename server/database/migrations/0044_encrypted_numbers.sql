-- PAN and bank account numbers are encrypted by the application, because SQL does not know the key. The task
-- re-encrypt encrypts the rows that are here already; the clear columns are then empty and go in a later release.
alter table bank_details
  add column encrypted_number bytea,
  -- A keyed hash, by which equal numbers are found.
  add column number_index bytea,
  alter column account_number drop not null,
  -- Refuses the statement of an older release, which would leave a second number beside the encrypted one.
  add constraint bank_details_one_number check ((account_number is null) <> (encrypted_number is null)),
  add constraint bank_details_index check ((encrypted_number is null) = (number_index is null));
create index bank_details_number on bank_details (number_index);

alter table pan_records
  add column encrypted_number bytea,
  add column number_index bytea,
  alter column pan_number drop not null,
  add constraint pan_records_one_number check ((pan_number is null) <> (encrypted_number is null)),
  add constraint pan_records_index check ((encrypted_number is null) = (number_index is null));
create index pan_records_number on pan_records (number_index);

alter table corrections
  -- The PAN of a corrected record. It stood in change before.
  add column encrypted_number bytea;
