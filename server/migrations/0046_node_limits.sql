-- expands
-- What each node takes, as its refusals have taught the indexer. It outlives what is read from the chain.
create table galx.node_limits (
  -- without the key that its address may hold
  node             text             primary key,
  -- in one request for logs
  blocks           integer          not null check (blocks > 0),
  -- in one POST
  calls            integer          not null check (calls > 0),
  -- null: no limit has been met
  calls_per_second double precision check (calls_per_second > 0)
);
