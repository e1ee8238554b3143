-- What the exchange's pairs traded at, by periods of several lengths: written with each batch, so that a question about any stretch of
-- time reads a few hundred rows, however many swaps there were. Prices are wei of the quote token for 10^18 wei of the base token.
create table galx.price_periods (
  pair         bytea   not null check (octet_length(pair) = 20),
  -- length of the period in seconds
  seconds      integer not null check (seconds > 0),
  -- unix seconds, a multiple of the length
  starts       bigint  not null check (starts % seconds = 0),
  opened       numeric(78, 0) not null check (opened >= 0),
  high         numeric(78, 0) not null check (high >= opened and high >= closed),
  low          numeric(78, 0) not null check (low <= opened and low <= closed),
  closed       numeric(78, 0) not null check (closed >= 0),
  -- unix seconds of the last change in the period
  closed_at    bigint  not null check (closed_at >= starts and closed_at < starts + seconds),
  base_volume  numeric(78, 0) not null check (base_volume >= 0),
  quote_volume numeric(78, 0) not null check (quote_volume >= 0),
  swaps        bigint  not null check (swaps >= 0),
  primary key (pair, seconds, starts)
);
