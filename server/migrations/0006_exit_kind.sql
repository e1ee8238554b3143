-- By itself, for a value of an enumeration can be used only after the transaction that added it.
alter type galx.activity_kind add value 'exit' after 'unstake';
