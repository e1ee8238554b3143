-- expands
-- What the timelock has announced, from its events: views do not list it. An operation has the contract's own identifier, which is a
-- hash over its calls, so that anybody who has the calls can compute it again.
create table galx.timelock_operations (
  id           bytea   primary key check (octet_length(id) = 32),
  -- the operation that must be done before; zeros: none
  predecessor  bytea   not null check (octet_length(predecessor) = 32),
  -- zeros: none
  salt         bytea   not null default decode(repeat('00', 32), 'hex') check (octet_length(salt) = 32),
  scheduled_at bigint  not null,
  -- from then on it can be carried out, unix seconds
  ready_at     numeric(78, 0) not null,
  state        text    not null check (state in ('pending', 'done', 'cancelled'))
);
create index timelock_pending on galx.timelock_operations (ready_at, id) where state = 'pending';

create table galx.timelock_calls (
  operation  bytea          not null references galx.timelock_operations (id),
  call_index integer        not null check (call_index >= 0),
  target     bytea          not null check (octet_length(target) = 20),
  -- wei of the native coin
  value      numeric(78, 0) not null check (value >= 0),
  data       bytea          not null,
  primary key (operation, call_index)
);
