-- contracts: 0043
drop index galx.activity_history;
drop index galx.activity_part;
drop index galx.activity_transaction;
drop table galx.activity_counts;
-- galx.weight_changes has it.
alter table galx.activity drop column weight;
