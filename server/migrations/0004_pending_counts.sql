-- How many accounts name an inviter as pending, kept rather than counted: an inviter may have a million of them. A table of
-- its own, always written after the accounts' rows: the indexer locks those in the order of their ids, and a second writer
-- of inviters' rows could wait for it while it waits for them.
create table galx.pending_counts (
  inviter_id bigint  primary key references galx.accounts (id) on delete cascade,
  members    integer not null check (members >= 0)
) with (fillfactor = 75);

insert into galx.pending_counts (inviter_id, members)
  select pending_inviter_id, count(*) from galx.accounts
  where pending_inviter_id is not null and inviter_id is null group by 1;
