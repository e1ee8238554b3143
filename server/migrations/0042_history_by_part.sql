-- outside a transaction: the tables stay writable meanwhile
-- An account's history, part by part: in each pool, and in each contract that has none. The place of two indexes: the whole history is read from
-- its parts, of which an account has few.
-- expands
drop index concurrently if exists galx.activity_account_part;
create index concurrently activity_account_part
  on galx.activity (account_id, contract, coalesce(pool_id, 0::smallint), block_number, log_index);
