-- outside a transaction: the tables stay writable meanwhile
-- Whom an epoch bound, and the rows of an epoch in the order in which they are added and served.
-- expands
drop index concurrently if exists galx.accounts_bound_block;
create index concurrently accounts_bound_block on galx.accounts (bound_block) where inviter_id is not null;
drop index concurrently if exists galx.epoch_rows_place;
create unique index concurrently epoch_rows_place on galx.epoch_rows (epoch, part, account_id, program_key);
