-- What no event needs to write while it is indexed.
-- expands

-- How long each account's history is, in each pool (0: outside pools) of each contract, up to the block of galx.history_standing: counted beside
-- indexing, for many events at once. What came later is counted when it is asked for. Taken over from galx.activity_counts, which an indexer of
-- the version before goes on with, while one of this version leaves it: if the release is taken back, the numbers of the version before are too
-- small until a reindex. It shows them above lists, and nothing depends on them.
create table galx.history_lengths (
  account_id bigint   not null,
  contract   text     not null,
  pool_id    smallint not null,
  rows       integer  not null check (rows > 0),
  primary key (account_id, contract, pool_id)
) with (fillfactor = 75);
-- One row; none before the first count.
create table galx.history_standing (
  only_row     boolean primary key default true check (only_row),
  block_number bigint not null
);
-- One statement, so that both are of the same moment.
with lengths as (
  insert into galx.history_lengths select account_id, contract, pool_id, rows from galx.activity_counts
)
insert into galx.history_standing (block_number) select number from galx.cursor;

-- A report whose transaction is in the history, as the worker for open reports finds it: by its block, not by an index of all transactions.
alter table galx.reports add column indexed boolean not null default false;
update galx.reports r set indexed = true where exists (select from galx.activity v where v.tx_hash = r.tx_hash);
-- The last block in whose events the worker has looked for reported transactions; null: none yet.
alter table galx.report_worker add column looked_block bigint;
update galx.report_worker set looked_block = (select number from galx.cursor);

-- As for galx.activity (0003): the indexer makes or reads the very rows in the same transaction.
alter table galx.pool_accounts
  drop constraint pool_accounts_account_id_fkey,
  drop constraint pool_accounts_pool_id_fkey;
