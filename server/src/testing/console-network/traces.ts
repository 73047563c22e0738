import type pg from "pg";
import { at, withoutTriggers } from "./sql.ts";

/** What members leave behind without asking for money: sign-ins, messages, mails; and what operators and rules noted. */
export async function writeTraces(owner: pg.Client, { now }: { now: Date }): Promise<void> {
  await withoutTriggers(owner, [
    ...signIns(now),
    ...told(now),
    ...bulkMails(now),
    ...support(now),
    ...signals(now),
    ...log(now),
  ]);
  await owner.query("vacuum analyze");
}

const browser =
  "'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'";
/** About three members share an address, as behind one router. */
const ip = `'10.' || pg_temp.pick(id / 3, 31, 250) || '.' || pg_temp.pick(id / 3, 32, 250) || '.' || pg_temp.pick(id / 3, 33, 250)`;

const signIns = (now: Date) => [
  `insert into sessions (id, member_id, token_hash, cookie_hash, must_change_password, ip, user_agent, created_at,
      last_seen_at, expires_at, revoked_at, block)
    select md5('session/' || id || '/' || n)::uuid, id, sha256(('token/' || id || '/' || n)::bytea),
      sha256(('cookie/' || id || '/' || n)::bytea), false, ip, ${browser}, seen, seen, seen + interval '30 days',
      case when n = 1 then seen end, network(set_masklen(ip::inet, 24))::text
    from (select id, n, ${ip} as ip,
        greatest(joined_at, ${at(now)} - pg_temp.pick(id + n, 34, 43200) * interval '1 minute') as seen
      from members, generate_series(1, 2) as n) each`,
  `insert into known_devices (member_id, device_hash, last_used_at, browser, first_used_at)
    select id, sha256(('device/' || id)::bytea), joined_at, sha256(('browser/' || case when id % 50 = 0 then id - 1 else id end)::bytea),
      joined_at from members`,
  `insert into member_events (member_id, kind, detail, ip, user_agent, happened_at)
    select id, kind, '', ${ip}, ${browser}, joined_at + interval '1 hour'
    from members, unnest(array['password-changed', 'coin-address-changed', 'profile-changed']) as kind`,
  `update members set status = case when id % 10000 = 7 then 'frozen' else 'blocked' end where id % 1000 = 7`,
  `insert into member_events (member_id, kind, detail, ip, user_agent, happened_at)
    select id, 'frozen', '', ${ip}, ${browser}, ${at(now)} - interval '3 hours' from members where status = 'frozen'`,
];

const told = (now: Date) => [
  `insert into notifications (member_id, kind, about, data, happened_at)
    select member_id, kind, 'about/' || id || '/' || kind, '{}', requested_at
    from withdrawals, unnest(array['withdrawal-paid', 'staking-approved']) as kind`,
  `insert into mails (message_id, recipient, subject, created_at, sent_at)
    select 'bench/' || id || '/' || n, email, 'What happened on your account', sent, sent
    from (select id, email, n, greatest(joined_at, ${at(now)} - pg_temp.pick(id * 3 + n, 35, 43200) * interval '1 minute') as sent
      from members, generate_series(1, 2) as n) each order by sent`,
  // A bulk of mails waits, some are tried again, a few have failed for good.
  `insert into jobs (task, payload, run_at, attempts, last_error, failed_at, created_at, lane)
    select 'send-mail', jsonb_build_object('mailId', id), ${at(now)} + id % 60 * interval '1 minute',
      case when id % 20 = 0 then 2 else 0 end, case when id % 20 = 0 then 'Mailbox is full' end,
      case when id % 200 = 0 then ${at(now)} - interval '1 hour' end, created_at, 'mails'
    from mails where id % 100 = 0`,
];

const bulkMails = (now: Date) => [
  `insert into bulk_mails (kind, service_reason, state, filter, subject, text, written_by, created_at, changed_by, changed_at,
      sent_by, sent_at, finished_at, up_to_member, collected_to_member, sent, failed)
    select 'news', '', 'done', '{}', '{"en": "What is new", "hi": "What is new"}', '{"en": "Much.", "hi": "Much."}',
      1, at, 1, at, 2, at, at, most, most, (most + 1) / 2, most / 2
    from (select ${at(now)} - n * interval '7 days' as at, (select max(id) from members) as most
      from generate_series(1, 40) as n) each`,
  `insert into bulk_mail_recipients (bulk_mail_id, member_id, result, at)
    select (select max(id) from bulk_mails), id, case when id % 2 = 0 then 'failed' else 'sent' end, ${at(now)} from members`,
];

const support = (now: Date) => [
  `insert into support_records (reference, ref_id, member_id, number, email, message, created_at, status, waiting_since,
      assigned_to, receipt)
    select 'SUP-' || upper(substr(md5('support/' || id), 1, 8)) || id, ref_id, id, phone, email, 'Where is my bonus of yesterday?', written,
      case pg_temp.pick(id, 41, 50) when 0 then 'open' when 1 then 'answered' when 2 then 'answered' else 'closed' end, written,
      1 + id % 4, null
    from (select *, greatest(joined_at, ${at(now)} - pg_temp.pick(id, 42, 500) * interval '1 day') as written from members) each
    where id % 16 = 0 order by written`,
  `insert into support_events (record_id, kind, operator_id, body, at)
    select id, kind, 1 + id % 4, 'Thank you for asking.', created_at + interval '2 hours'
    from support_records, unnest(array['take', 'reply']) as kind where status <> 'open'`,
];

const signals = (now: Date) => [
  `insert into signals (rule, subject, strength, evidence, facts, found_at, newest_at, judged_evidence)
    select rule, 'bench/' || id || '/' || rule, case rule when 'same-block' then 40 else 3 end, 3, '{}', found, found,
      case when pg_temp.pick(id, 51, 3) = 0 then 3 end
    from (select id, rule, greatest(joined_at, ${at(now)} - pg_temp.pick(id, 52, 600) * interval '1 day') as found
      from members, unnest(array['same-account', 'same-pan', 'same-device', 'same-block', 'sponsor-shares']) as rule
      where id % 200 = 0) each order by found`,
  `insert into signal_members (signal_id, member_id, since)
    select signals.id, split_part(subject, '/', 2)::int - n, found_at from signals, generate_series(0, 2) as n
    where split_part(subject, '/', 2)::int - n >= (select min(id) from members)`,
  `insert into signal_judgements (signal_id, operator_id, evidence, reason, at)
    select id, 1 + id % 4, 3, 'A family.', newest_at from signals where judged_evidence is not null`,
  `insert into signal_scores (member_id, score)
    select member_id, 10 * count(distinct rule) from signal_members join signals on signals.id = signal_id
    where judged_evidence is null group by member_id`,
  "delete from signal_news",
];

const log = (now: Date) => [
  `insert into operator_log (operator_id, action, member_id, details, ip, at)
    select operator_id, action, member_id, details, '192.0.2.9', at from (
      select decided_by as operator_id, case status when 'A' then 'staking-request/approve' else 'staking-request/reject' end as action,
        member_id, jsonb_build_object('request', id) as details, decided_at as at from staking_requests where status <> 'P'
      union all
      select decided_by, case status when 'A' then 'withdrawal/accept' else 'withdrawal/reject' end, member_id,
        jsonb_build_object('withdrawal', id), decided_at from withdrawals where status <> 'P'
      union all
      select decided_by, case state when 'approved' then 'kyc/approve' else 'kyc/reject' end, member_id,
        jsonb_build_object('part', part), decided_at from kyc_cases where state <> 'submitted'
      union all
      select 1 + day % 4, 'setting/change', null::int, '{"setting": "support.answerHours", "from": 24, "to": 12}'::jsonb,
        ${at(now)} - day * interval '1 day' from generate_series(1, 300) as day
    ) each order by at`,
];
