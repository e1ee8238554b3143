-- expands
-- The last comparison of these tables with the contracts. Vouchers are signed only after a comparison without differences.
create table galx.checksum (
  only_row     boolean primary key default true check (only_row),
  -- the block at which both were read
  block_number bigint  not null check (block_number >= 0),
  -- unix seconds, by the clock of the process that compared
  at           bigint  not null,
  -- contract, account (null: the contract as a whole), figure, expected by the tables, found in the contract
  differences  jsonb   not null check (jsonb_typeof(differences) = 'array'),
  -- of the last comparison without differences; null: there was none
  passed_block bigint,
  passed_at    bigint,
  check ((passed_block is null) = (passed_at is null))
);
