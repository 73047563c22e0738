-- A transfer of the right amount to the right address can be an older one, or one that paid something else. The release
-- before shows such a payment by its state, as one that moved nothing.
alter table hand_payments add column doubt text check (doubt in ('earlier', 'other-sender')),
  add constraint hand_payments_doubt check (doubt is null or state = 'no-transfer');
