-- outside a transaction: the tables stay writable meanwhile
-- An account's history by one comparison of rows, which is a place in the index whatever the planner believes of the account:
-- ascending throughout, and read backwards.
drop index concurrently if exists galx.activity_history;
create index concurrently activity_history on galx.activity (account_id, block_number, log_index);
drop index concurrently if exists galx.activity_part;
-- The account comes third, so that the index before holds no part of this order.
create index concurrently activity_part
  on galx.activity (contract, coalesce(pool_id, 0::smallint), account_id, block_number, log_index);
drop index concurrently if exists galx.activity_account;
drop index concurrently if exists galx.activity_account_pool;
drop index concurrently if exists galx.accounts_bound_power;
drop index concurrently if exists galx.accounts_pending_power;
