-- Everything that the contracts emit and our calls show, besides StakingPools. Only additions: a program of the version
-- before goes on working beside them.

-- Which sources the tables were filled from: name, and a hash of contract, events and decoder.
create table galx.indexer_sources (
  name        text  primary key,
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
-- What it said is part of the fingerprint of StakingPools.
alter table galx.cursor alter column staking_pools drop not null;

alter table galx.activity
  -- the contract whose event it was, by its name in the deployment file
  add column contract text not null default 'StakingPools',
  -- RewardVouchers: the program; NodePass: the pass; Levels: the level
  add column subject numeric(78, 0) check (subject >= 0),
  alter column pool_id drop not null,
  alter column amount drop not null,
  add constraint activity_pool check ((pool_id is not null) = (contract = 'StakingPools')) not valid,
  drop constraint activity_pkey,
  add constraint activity_pkey primary key using index activity_event;

-- Every change of an account's weight in a pool, or of its shares of the vault (pool_id null), never changed afterwards.
-- References are not checked, as in galx.activity.
create table galx.weight_changes (
  block_number bigint   not null,
  log_index    integer  not null check (log_index >= 0),
  account_id   bigint   not null,
  pool_id      smallint,
  at           bigint   not null,
  weight       numeric(78, 0) not null check (weight >= 0),
  primary key (block_number, log_index, account_id)
);
create index weight_changes_account on galx.weight_changes (account_id, pool_id, block_number, log_index);

create table galx.vault_accounts (
  account_id bigint primary key references galx.accounts (id),
  shares     numeric(78, 0) not null check (shares >= 0)
) with (fillfactor = 75);

create table galx.levels (
  account_id bigint   primary key references galx.accounts (id),
  level      smallint not null check (level > 0),
  bought_at  bigint   not null
);

create table galx.passes (
  id              numeric(78, 0) primary key check (id > 0),
  -- null: gone, its bond was paid back
  holder_id       bigint references galx.accounts (id),
  name            text   not null,
  minted_at       bigint not null,
  unbonding_until bigint
);
create index passes_holder on galx.passes (holder_id, id) where holder_id is not null;

-- Every change of who holds a pass or of whether it is live, never changed afterwards.
create table galx.pass_changes (
  block_number bigint  not null,
  log_index    integer not null check (log_index >= 0),
  pass_id      numeric(78, 0) not null,
  at           bigint  not null,
  holder_id    bigint,
  live         boolean not null,
  primary key (block_number, log_index)
);

create table galx.fund_flows (
  block_number bigint  not null,
  log_index    integer not null check (log_index >= 0),
  kind         text    not null check (kind in ('inflow', 'distribution')),
  amount       numeric(78, 0) not null check (amount >= 0),
  tx_hash      bytea   not null check (octet_length(tx_hash) = 32),
  at           bigint  not null,
  primary key (block_number, log_index)
);

create table galx.voucher_draws (
  account_id bigint not null references galx.accounts (id),
  program    numeric(78, 0) not null,
  drawn      numeric(78, 0) not null check (drawn > 0),
  primary key (account_id, program)
) with (fillfactor = 75);

-- Reports of any contract.
alter table galx.reports
  add column contract text not null default 'StakingPools',
  add column kind galx.activity_kind not null default 'stake',
  add column subject numeric(78, 0) check (subject >= 0),
  alter column pool drop not null,
  alter column amount drop not null,
  add constraint reports_pool check ((pool is not null) = (contract = 'StakingPools')) not valid;
