-- A picture that a member attaches to a support message.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (
  purpose in ('stacking-verification-images', 'pan-proof-images', 'bank-proof-images', 'support-images'));
-- Only members have pictures: who writes on the login page may be anybody.
alter table support_records add column upload_id uuid references uploads,
  add constraint support_records_upload check (upload_id is null or member_id is not null);
alter table support_events add column upload_id uuid references uploads,
  add constraint support_events_upload check (upload_id is null or kind = 'message');
-- By them an upload that nothing uses is removed without reading all messages.
create index support_records_picture on support_records (upload_id) where upload_id is not null;
create index support_events_picture on support_events (upload_id) where upload_id is not null;
