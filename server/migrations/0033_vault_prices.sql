-- What the vault was worth, from its events, and what each account put in and took out.

-- Shares that change hands count at what they are worth at that moment, for both.
alter table galx.vault_accounts
  add column paid_in   numeric(78, 0) not null default 0 check (paid_in >= 0),
  add column taken_out numeric(78, 0) not null default 0 check (taken_out >= 0);

-- The vault after its last event in an hour: the next hour's begins from it, and so does every price in between. The newest
-- row is what the next event changes.
create table galx.vault_hours (
  hour        bigint         primary key,
  -- of that event, unix seconds
  at          bigint         not null,
  assets      numeric(78, 0) not null check (assets >= 0),
  shares      numeric(78, 0) not null check (shares >= 0),
  -- wei a second until reward_end, as it stands while there are enough shares
  reward_rate numeric(78, 0) not null check (reward_rate >= 0),
  reward_end  bigint         not null check (reward_end >= at)
);
