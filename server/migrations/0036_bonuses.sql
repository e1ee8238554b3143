-- Bonuses: what each epoch grants to whom, and what is followed from event to event so that an epoch can be closed. All of it but
-- galx.epoch_hashes is read from the chain again by a reindex. References are not checked, as in galx.activity.
-- expands

-- An inviter's accumulator in one program that pays by members. A row exists only where the inviter has members and one of the two
-- sums was ever above 0. The rate is least(members, 5 * own) a second since `at`.
create table galx.points (
  account_id  bigint not null,
  program_key text   not null,
  -- weight of all direct members, and the inviter's own, in the program's pools: wei
  members     numeric(78, 0) not null check (members >= 0),
  own         numeric(78, 0) not null check (own >= 0),
  -- wei * seconds since the later of the first change and the start of the epoch that `at` lies in
  points      numeric(78, 0) not null check (points >= 0),
  -- unix seconds of the last change
  at          bigint not null,
  primary key (account_id, program_key)
) with (fillfactor = 75);

-- The programs of RewardVouchers and what of their funding has not vested (contracts/src/types/Vesting.sol).
create table galx.voucher_programs (
  program          numeric(78, 0) primary key,
  budget_per_epoch numeric(78, 0) not null check (budget_per_epoch > 0),
  -- all that came in, wei
  funded           numeric(78, 0) not null check (funded >= 0),
  -- what had not vested when the epoch `settled_epoch` began, with what came in since
  unvested         numeric(78, 0) not null check (unvested >= 0 and unvested <= funded),
  settled_epoch    bigint not null
);

-- What the timelock put into EpochLog.
create table galx.logged_rulesets (
  -- position in the log, from 0
  place       bigint primary key,
  hash        bytea  not null check (octet_length(hash) = 32),
  first_epoch bigint not null
);

-- Members who are qualified for the promotion, as of the last closed epoch's end.
create table galx.qualified_members (account_id bigint primary key);
-- An inviter's entitlement of the promotion, as of the last closed epoch's end.
create table galx.promotions (
  account_id bigint primary key,
  -- members qualified then, and the most that ever were at an epoch's end
  qualified  integer not null check (qualified >= 0),
  highest    integer not null check (highest >= qualified),
  -- wei of the promotion's token, all that it grew to
  entitled   numeric(78, 0) not null check (entitled >= 0)
) with (fillfactor = 75);

-- Closed epochs. `epoch` is unix seconds / epoch duration, rounded down.
create table galx.epochs (
  epoch        bigint  primary key,
  ruleset      integer not null,
  -- of the epoch; null where no block lies in it
  first_block  bigint,
  first_hash   bytea check (octet_length(first_hash) = 32),
  last_block   bigint,
  last_hash    bytea check (octet_length(last_hash) = 32),
  -- the last block that the epoch counts
  block_number bigint not null,
  -- canonical text, and its keccak256
  header       bytea  not null,
  hash         bytea  not null check (octet_length(hash) = 32),
  -- when this database closed it, unix seconds
  closed_at    bigint not null,
  check (num_nulls(first_block, first_hash, last_block, last_hash) in (0, 4))
);
create table galx.epoch_programs (
  epoch       bigint not null,
  program_key text   not null,
  -- wei of the program's token, but points are wei * seconds (promotion: wei)
  grantable   numeric(78, 0) not null check (grantable >= 0),
  points      numeric not null check (points >= 0),
  bonuses     numeric(78, 0) not null check (bonuses >= 0),
  cumulative  numeric(78, 0) not null check (cumulative >= bonuses),
  -- with a row
  accounts    bigint not null check (accounts >= 0),
  primary key (epoch, program_key)
);
create table galx.epoch_rows (
  epoch       bigint not null,
  account_id  bigint not null,
  program_key text   not null,
  points      numeric not null check (points >= 0),
  bonus       numeric(78, 0) not null check (bonus >= 0),
  cumulative  numeric(78, 0) not null check (cumulative >= bonus),
  -- the account's first byte: the part of the epoch's file that has the row
  part        smallint not null check (part between 0 and 255),
  primary key (epoch, account_id, program_key),
  check (points > 0 or bonus > 0)
);
-- One part of one epoch, and no more, is read for a file.
create index epoch_rows_part on galx.epoch_rows (epoch, part);
-- One account's history, newest first.
create index epoch_rows_account on galx.epoch_rows (account_id, program_key, epoch);

-- All that an account was granted by a program.
create table galx.bonus_totals (
  account_id  bigint not null,
  program_key text   not null,
  cumulative  numeric(78, 0) not null check (cumulative > 0),
  -- of the last bonus
  epoch       bigint not null,
  primary key (account_id, program_key)
) with (fillfactor = 75);

-- The hash of every epoch that was ever closed here. It outlives a reindex, which has to come to the same ones.
create table galx.epoch_hashes (
  epoch bigint primary key,
  hash  bytea  not null check (octet_length(hash) = 32)
);

-- First block of the epoch that the cursor is in.
alter table galx.cursor
  add column epoch_first_block bigint,
  add column epoch_first_hash  bytea check (octet_length(epoch_first_hash) = 32);

-- A pass's state before a block.
create index pass_changes_pass on galx.pass_changes (pass_id, block_number, log_index);
