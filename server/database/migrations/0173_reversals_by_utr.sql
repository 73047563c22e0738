-- Of each credit is asked whether the bank took it back. There are few debits that name a UTR of somebody who paid.
create index bank_lines_debit_utrs on bank_lines using gin (utrs) where amount_paise < 0;
