-- A pause ends by itself: unix seconds at which it ends at the latest; null: not paused. `staking_paused` stays for programs
-- of the version before and is written no more.
alter table galx.pools add column staking_paused_until bigint check (staking_paused_until > 0);
