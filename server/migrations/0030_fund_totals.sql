-- How many flows of each kind the AAA fund has had, and their sum: kept rather than counted, because each trade of AAA is a
-- flow. Stop the indexer of the version before first: what it would write meanwhile is not in the sums.
create table galx.fund_totals (
  kind   text   primary key check (kind in ('inflow', 'distribution')),
  flows  bigint not null check (flows > 0),
  -- wei of AAA
  amount numeric(78, 0) not null check (amount >= 0)
);
insert into galx.fund_totals (kind, flows, amount)
  select kind, count(*), sum(amount) from galx.fund_flows group by kind;
