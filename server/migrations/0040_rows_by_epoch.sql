-- One index is left of an epoch's rows. A closing adds a million of them at its end. In an index that begins with the account each
-- would go to another page, among the account's rows of all years. An account's rows are found epoch by epoch, by the account's part.
-- contracts: 0039
alter table galx.epoch_rows drop constraint epoch_rows_pkey;
alter table galx.epoch_rows add constraint epoch_rows_pkey primary key using index epoch_rows_place;
drop index galx.epoch_rows_part;
drop index galx.epoch_rows_account;
-- Every row may change in a closing, and the page has room for both of its versions.
alter table galx.bonus_totals set (fillfactor = 50);
