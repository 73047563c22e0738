-- revision 7
-- Erases what we hold about a member whose account is closed, except what the law asks us to keep. The application may
-- not change most of these records itself. It can run again: what is gone stays gone.
--
-- The caller may be somebody who stole the application's login and wants to erase traces. So a closed account is not
-- enough: its closure is due, and has waited since the database saw it (closure_note).
create or replace function member_erase(of_member int) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old record;
  shares_mailbox boolean;
begin
  select name, email, ref_id into old from members where id = of_member and status = 'closed' for no key update;
  if not found then
    raise exception 'the account of member % is not closed', of_member;
  end if;
  perform from closures where member_id = of_member and taken_back_at is null and due_at <= now()
    and waits_until <= now();
  if not found then
    raise exception 'the closure of member % is not due', of_member;
  end if;
  -- What is known by its address only stays if another member has the same one.
  shares_mailbox := exists (select from members where email = old.email and id <> of_member);

  update proposals set title = replace(title, old.name, 'Closed account') where member_id = of_member;
  delete from bounces where address = old.email and not shares_mailbox;
  -- The text of a mail that was sent is gone already. A mail that waits is the last one to this member.
  update mails set recipient = 'erased', subject = '' where recipient = old.email and sent_at is not null
    and not shares_mailbox;
  delete from anchor_subscribers where email = lower(old.email)
    and not exists (select from members where lower(email) = lower(old.email) and id <> of_member);
  update members set name = 'Closed account', email = 'closed-' || id || '@closed.invalid', password_hash = null,
    language = null, phone = '', gender = 'M', dob = null, nominee = '', relation = '', address = '', city = '',
    pin = '', country = '', withdrawals_held_until = null, confirms_by_passkey = false, link_preference = null
  where id = of_member;

  delete from push_subscriptions where member_id = of_member;
  delete from otp_grants where member_id = of_member;
  delete from sessions where member_id = of_member;
  delete from temporary_passwords where member_id = of_member;
  delete from moved_passwords where member_id = of_member;
  delete from known_devices where member_id = of_member;
  delete from recovery_codes where owner_kind = 'member' and owner_id = of_member;
  delete from authenticator_enrolments where owner_kind = 'member' and owner_id = of_member;
  delete from authenticators where owner_kind = 'member' and owner_id = of_member;
  delete from passkeys where member_id = of_member;
  delete from mail_phrases where member_id = of_member;
  delete from registrations where member_id = of_member;
  delete from member_events where member_id = of_member;
  delete from idempotency_keys where member_id = of_member;
  delete from incoming_uploads where member_id = of_member;
  delete from signal_news where member_id = of_member;
  delete from signal_members where member_id = of_member;
  delete from signal_scores where member_id = of_member;

  delete from notifications where member_id = of_member;
  delete from notification_marks where member_id = of_member;
  delete from notification_reads where member_id = of_member;
  delete from notification_choices where member_id = of_member;
  delete from notice_readers where member_id = of_member;

  delete from coin_address_proofs where member_id = of_member;
  delete from coin_addresses where member_id = of_member;
  delete from fmdc_addresses where member_id = of_member;
  delete from bank_details where member_id = of_member;
  delete from kyc_cases where member_id = of_member and part = 'bank';
  update corrections set change = '{"kind":"email","from":"","to":"","asked":[]}', reason = 'erased'
  where member_id = of_member and change ->> 'kind' = 'email';
  update corrections set reason = 'erased', change = '{"kind":"profile","from":{"name":"","mobileNumber":""},"to":{"name":"","mobileNumber":""}}'
  where member_id = of_member and change ->> 'kind' = 'profile';

  update support_events set body = '', sent_to = null, upload_id = null
  where record_id in (select id from support_records
    where member_id = of_member or member_id is null and email = old.email and not shares_mailbox);
  update support_records set message = '', number = '', email = '', status = 'closed', upload_id = null
  where member_id = of_member or member_id is null and email = old.email and not shares_mailbox;
end
$$;
revoke all on function member_erase(int) from public;
grant execute on function member_erase(int) to fc_app;
