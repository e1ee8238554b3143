-- outside a transaction: the tables stay writable meanwhile
-- One event may concern two accounts: a pass that one sends and another receives.
drop index concurrently if exists galx.activity_event;
create unique index concurrently activity_event on galx.activity (block_number, log_index, account_id);
-- An account's history in one pool, however long its history elsewhere is; outside pools `pool_id` is null.
drop index concurrently if exists galx.activity_account_pool;
create index concurrently activity_account_pool
  on galx.activity (account_id, pool_id, block_number desc, log_index desc);
