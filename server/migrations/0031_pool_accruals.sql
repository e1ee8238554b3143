-- What a pool's weights earned, for earnings over time. Both are null or empty until a reindex has read the chain again.

-- A pool after its last change in each hour: one row an hour at most, however many changes there are. From one row to the next
-- the rate, its end and the total weight stood still, so the rows say exactly what a weight earned up to any full hour.
create table galx.pool_accruals (
  pool_id      smallint not null references galx.pools (id),
  -- of `at`: unix seconds / 3600, rounded down
  hour         bigint   not null check (hour >= 0),
  block_number bigint   not null,
  at           bigint   not null,
  -- reward that one unit of weight (10^9 wei) has earned since the pool was made, wei × 2^65, as of `at`
  per_weight   numeric(78, 0) not null check (per_weight >= 0),
  total_weight numeric(78, 0) not null check (total_weight >= 0),
  -- wei a second, from `at` until `reward_end` (unix seconds)
  reward_rate  numeric(78, 0) not null check (reward_rate >= 0),
  reward_end   bigint   not null,
  primary key (pool_id, hour)
);

-- The pool's `per_weight` at the moment of the change; null for shares of the vault.
alter table galx.weight_changes add column per_weight numeric(78, 0) check (per_weight >= 0);
