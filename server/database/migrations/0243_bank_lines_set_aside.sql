-- A credit that pays for no request can be set aside with a reason. It then stands here without a request; without a reason
-- either, it was brought back. One row for each line, so a line never pays for a request and is set aside as well.
alter table bank_payments
  alter column request_id drop not null,
  add column set_aside_reason text check (length(set_aside_reason) between 3 and 200),
  add check (request_id is null or set_aside_reason is null);

grant update (set_aside_reason) on bank_payments to fc_app, fc_web;
