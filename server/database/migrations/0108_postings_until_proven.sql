-- Reads all lines once. Posting goes on meanwhile: this lock is compatible with it.
alter table ledger_postings validate constraint ledger_postings_until;
