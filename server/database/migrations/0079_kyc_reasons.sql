-- Reasons to reject PAN or bank details are kept ready as well.
alter table canned_texts drop constraint canned_texts_kind_check,
  add constraint canned_texts_kind_check
    check (kind in ('reply', 'staking-rejection', 'withdrawal-rejection', 'kyc-rejection'));
