-- outside a transaction: the tables stay writable meanwhile
-- Positions that have become a week of epochs old since the last epoch was closed.
-- expands
drop index concurrently if exists galx.positions_opened;
create index concurrently positions_opened on galx.positions (opened_at);
