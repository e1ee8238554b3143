-- Who was given a text, as keyed hashes of networks, the latest first: a contract wallet's signature is held against one text
-- alone, which should be one that its owner was given, not one that somebody else asked for in the owner's name.
alter table galx.nonces add column askers bytea[];
-- Tells texts of one second apart.
alter table galx.nonces add column opened_at timestamptz;
alter table galx.nonces alter column opened_at set default clock_timestamp();

-- Opens a text in one round trip. Returns the text to sign: the new one, or the newest of those that are open where
-- `most_open` are. Texts that differ in more than nonce and times, of another domain or chain, do not count.
create function galx.open_sign_in_text(
  new_nonce text, for_address bytea, new_message text, now bigint, ends bigint, by_asker bytea, most_open integer, fresh_seconds bigint
) returns text language plpgsql as $$
declare
  head constant text := left(new_message, strpos(new_message, new_nonce) - 1);
  open_count integer;
  newest text;
  given text;
begin
  -- Looked at twice: where it is full nobody waits for the lock, and under the lock callers that come at once are counted.
  for look in 1..2 loop
    select count(*), (array_agg(nonce order by place))[1] into open_count, newest
    from (
      select nonce, row_number() over (order by issued_at desc, opened_at desc nulls last, nonce) as place from galx.nonces
      where address = for_address and used_at is null and expires_at >= now + fresh_seconds and starts_with(message, head)
      order by issued_at desc, opened_at desc nulls last, nonce limit most_open
    ) open;
    if open_count >= most_open then
      -- Eight askers: that many networks it takes to have the owner's forgotten.
      update galx.nonces set askers = (by_asker || array_remove(askers, by_asker))[1:8]
      where nonce = newest and askers[1] is distinct from by_asker;
      select message into given from galx.nonces where nonce = newest;
      return given;
    end if;
    if look = 1 then perform pg_advisory_xact_lock(1734410242, hashtext(for_address::text)); end if;
  end loop;
  insert into galx.nonces (nonce, address, message, issued_at, expires_at, askers)
  values (new_nonce, for_address, new_message, now, ends, array[by_asker]);
  return new_message;
end $$;
