-- expands
-- What the signer of bonus vouchers writes. None of it comes from the chain alone, so a reindex leaves it as it is. Accounts are addresses
-- here: a voucher speaks of an address, whatever number the account has.

-- What the second engine computed: it shares no code with the one that fills galx.epochs.
create table galx.engine_verdicts (
  engine text   not null,
  epoch  bigint not null check (epoch >= 0),
  -- of the epoch's header
  hash   bytea  not null check (octet_length(hash) = 32),
  -- unix seconds
  at     bigint not null,
  primary key (engine, epoch)
);

-- What EpochLog holds in a final block.
create table galx.published_epochs (
  epoch        bigint primary key check (epoch >= 0),
  hash         bytea  not null check (octet_length(hash) = 32),
  block_number bigint not null check (block_number >= 0),
  -- null: sent by another process, or by this one before it was started again
  tx_hash      bytea  check (octet_length(tx_hash) = 32),
  -- when it was seen in a final block, unix seconds
  published_at bigint not null,
  -- when the last of its vouchers was signed; null: not yet
  signed_at    bigint
);

-- The newest voucher of each account in each program. Public: a voucher pays nobody but its account.
create table galx.vouchers (
  program_key text   not null,
  account     bytea  not null check (octet_length(account) = 20),
  -- wei, in all
  cumulative  numeric(78, 0) not null check (cumulative > 0),
  -- unix seconds, the last at which it is good
  deadline    bigint not null,
  signer      bytea  not null check (octet_length(signer) = 20),
  -- r, s, v
  signature   bytea  not null check (octet_length(signature) = 65),
  -- at whose close it was signed
  epoch       bigint not null check (epoch >= 0),
  primary key (program_key, account)
) with (fillfactor = 85);
create index vouchers_epoch on galx.vouchers (epoch, account, program_key);
-- For those that are to be signed again before they expire.
create index vouchers_deadline on galx.vouchers (deadline);

-- Of one account's past as a holder.
create index pass_changes_holder on galx.pass_changes (holder_id) where holder_id is not null;

-- What the signer found at its last look. One row at most.
create table galx.signer_standing (
  only_row boolean primary key default true check (only_row),
  -- unix seconds
  at       bigint not null,
  -- the epoch that waits, and why; null: none waits
  epoch    bigint check (epoch >= 0),
  reason   text,
  -- for operators
  detail   text,
  check ((epoch is null) = (reason is null))
);
