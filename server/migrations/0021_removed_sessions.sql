-- A session whose row is removed ends as one that is revoked: every process hears of it. Rows swept after their end are not
-- worth a message.
create function galx.announce_removal() returns trigger language plpgsql as $$
begin
  perform pg_notify('galx_revoked_sessions', encode(old.id, 'hex'));
  return null;
end $$;
create trigger sessions_announce_removal after delete on galx.sessions
  for each row when (old.revoked_at is null and old.expires_at > extract(epoch from now()))
  execute function galx.announce_removal();
