-- For each account that `reindex` deletes, the foreign key looks for accounts that name it as pending, bound ones included: the
-- indexes of the pending lists leave those out, so every look read the whole table. They stay, for they are sorted.
create index accounts_pending_inviter on galx.accounts (pending_inviter_id) where pending_inviter_id is not null;
