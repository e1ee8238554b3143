-- Reports still to be looked up on the chain. One worker takes the due ones; a settled report leaves this table.
create table galx.open_reports (
  tx_hash       bytea  primary key references galx.reports (tx_hash) on delete cascade,
  reported_at   bigint not null,
  next_look_at  bigint not null
) with (fillfactor = 75);
create index open_reports_due on galx.open_reports (next_look_at);

-- When the worker last looked. One row: of all processes that come for it, one gets the turn.
create table galx.report_worker (
  only_row  boolean primary key default true check (only_row),
  looked_at timestamptz not null
);
insert into galx.report_worker (looked_at) values ('-infinity');

-- Those of a node's memory that are still open; older ones are pending no longer.
insert into galx.open_reports (tx_hash, reported_at, next_look_at)
select tx_hash, reported_at, 0 from galx.reports
where failed_at is null and reported_at > extract(epoch from now())::bigint - 10800;
