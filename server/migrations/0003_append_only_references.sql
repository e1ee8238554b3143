-- Checking two references for each appended row costs half of a reindex. The indexer makes or reads those very rows in the
-- same transaction, nobody else writes these tables, and rows of accounts and pools are deleted by `reindex` alone, which
-- empties these tables first.
alter table galx.activity
  drop constraint activity_account_id_fkey,
  drop constraint activity_pool_id_fkey;
alter table galx.positions
  drop constraint positions_account_id_fkey,
  drop constraint positions_pool_id_fkey;
alter table galx.fundings
  drop constraint fundings_pool_id_fkey;
