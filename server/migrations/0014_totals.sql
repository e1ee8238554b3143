-- What a batch of events costs must depend on the batch alone, so nothing here is written for each ancestor of each event.
-- Stop the indexer of the version before first: what it would write meanwhile is not copied. Old columns and tables stay for
-- API processes of the version before and are written no more.

-- Hash power and team totals of each account, as of galx.totals_standing. A table of its own, of short rows: the sums change
-- far more often than anything else of an account. References are not checked, as in galx.activity.
create table galx.account_totals (
  account_id bigint primary key,
  -- permanent, or else pending: in whose list of members the account is
  inviter_id bigint,
  -- Team = all descendants, the account itself not counted. Power = open stake by weight, wei.
  own_power  numeric(78, 0) not null default 0 check (own_power >= 0),
  team_power numeric(78, 0) not null default 0 check (team_power >= 0),
  team_count integer not null default 0 check (team_count >= 0)
) with (fillfactor = 70);
insert into galx.account_totals (account_id, inviter_id, own_power, team_power, team_count)
  select id, coalesce(inviter_id, pending_inviter_id), own_power, team_power, team_count from galx.accounts
  where coalesce(inviter_id, pending_inviter_id) is not null or own_power > 0 or team_count > 0;
-- Ascending throughout, so that one comparison of rows names a place in it.
create index account_totals_members on galx.account_totals (inviter_id, own_power, account_id)
  where inviter_id is not null;

-- The block that galx.account_totals stands at, and its time (unix seconds); null before the first. Always one row.
create table galx.totals_standing (
  only_row     boolean primary key default true check (only_row),
  block_number bigint check (block_number >= 0),
  timestamp    bigint check (timestamp >= 0),
  check ((block_number is null) = (timestamp is null))
);
insert into galx.totals_standing (block_number, timestamp)
  select number, timestamp from (select) one left join galx.cursor on true;

-- What has happened since, one row an account and batch; removed once it is in galx.account_totals.
create table galx.team_changes (
  -- the last of the batch
  block_number bigint  not null,
  account_id   bigint  not null,
  -- of the account's own power, wei
  power        numeric(78, 0) not null,
  -- whether the batch bound the account to its inviter
  bound        boolean not null,
  timestamp    bigint  not null,
  primary key (block_number, account_id)
);

-- How long each account's history is, in each pool (0: outside pools) of each contract: kept rather than counted.
create table galx.activity_counts (
  account_id bigint   not null,
  contract   text     not null,
  pool_id    smallint not null,
  rows       integer  not null check (rows > 0),
  primary key (account_id, contract, pool_id)
) with (fillfactor = 75);
insert into galx.activity_counts (account_id, contract, pool_id, rows)
  select account_id, contract, coalesce(pool_id, 0), count(*) from galx.activity group by 1, 2, 3;

-- Ranks, made from galx.account_totals once a minute: a board's powers above 0 in descending order, a thousand a row.
create table galx.rank_boards (
  board        text   primary key,
  -- how many have a rank
  ranked       bigint not null,
  block_number bigint not null,
  -- of that block, unix seconds
  timestamp    bigint not null
);
create table galx.rank_chunks (
  board    text   not null,
  -- how many come before the first of this row
  above    bigint not null check (above >= 0),
  lowest   numeric(78, 0) not null,
  powers   numeric(78, 0)[] not null,
  -- whose they are; null where no list reaches
  accounts bigint[],
  primary key (board, above)
);
create index rank_chunks_lowest on galx.rank_chunks (board, lowest desc, above);

-- Ranges that were taken from one node while the others did not answer: they have to confirm them.
create table galx.unconfirmed_ranges (
  from_block bigint primary key,
  to_block   bigint not null check (to_block >= from_block),
  node       text   not null,
  -- of the range's last block and its logs
  digest     bytea  not null check (octet_length(digest) = 32)
);
