-- Tax that the company has paid to the state. The entry holds the challan, so there is no table beside the ledger.
alter type ledger_kind add value 'tax_remitted' before 'internal_transfer';
