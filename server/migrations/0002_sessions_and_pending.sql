-- Revocation reaches every API process at once, whatever program writes it: the row's change is the message.
create function galx.announce_revocation() returns trigger language plpgsql as $$
begin
  perform pg_notify('galx_revoked_sessions', encode(new.id, 'hex'));
  return null;
end $$;
create trigger sessions_announce_revocation after update of revoked_at on galx.sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function galx.announce_revocation();

-- What a starting API process reads.
create index sessions_revoked on galx.sessions (expires_at) where revoked_at is not null;

-- Direct members by hash power: the pending half (the bound half has its index already).
create index accounts_pending_power on galx.accounts (pending_inviter_id, own_power desc, id desc)
  where pending_inviter_id is not null and inviter_id is null;
