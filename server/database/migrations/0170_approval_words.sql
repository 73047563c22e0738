-- Random values that only the worker gives out: a signature has to name one of them. The newest is the last; what was
-- signed with another one does not count any more. Empty before a worker with approvers has looked at the wallet.
alter table chain_wallets
  add column approval_words uuid[] not null default '{}',
  -- What the newest word is for: payouts, or that a paused wallet pays again.
  add column approval_purpose text not null default 'payouts' check (approval_purpose in ('payouts', 'release')),
  -- Which mail to an approver is refused, as the worker says.
  add column approver_mail_problem text;
grant update (approval_words, approval_purpose, approver_mail_problem) on chain_wallets to fc_app;
