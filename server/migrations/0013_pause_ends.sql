-- A pause of new stakes ends by itself: unix seconds, 0 when there is none. Nobody has read the flag that this replaces.
alter table galx.pools
  add column staking_paused_until bigint not null default 0 check (staking_paused_until >= 0),
  drop column staking_paused;
