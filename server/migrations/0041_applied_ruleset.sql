-- By which ruleset's pools and coefficients galx.points and the hash power in galx.team_changes and galx.account_totals are: its hash.
-- One row; none before the first weight, and none where it is not known. Then the chain must be read again.
-- An indexer of the version before does not keep it. Where one goes on and closes the last epoch of a ruleset, the chain must be read again too.
-- expands
create table galx.applied_ruleset (
  only_row boolean primary key default true check (only_row),
  hash     bytea   not null check (octet_length(hash) = 32)
);
-- That of the last closed epoch, or else the first one that EpochLog has. Where EpochLog has another one for the epoch after, nobody can say
-- whether it was applied.
insert into galx.applied_ruleset (hash)
with closed as (
  select epoch, decode(substring(convert_from(header, 'UTF8') from '\nruleset \d+ 0x([0-9a-f]{64})\n'), 'hex') as hash
  from galx.epochs order by epoch desc limit 1
), logged as (
  select hash from galx.logged_rulesets
  where first_epoch <= coalesce((select epoch + 1 from closed), first_epoch) and (place = 0 or exists (select from closed))
  order by place desc limit 1
)
select coalesce(closed.hash, logged.hash) from closed full join logged on true
where closed.hash is null or logged.hash is null or closed.hash = logged.hash;
