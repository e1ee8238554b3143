-- expands
-- Boards of ranks are read in chunks. In SQL alone the places have to be numbered and sorted once more to be grouped; here the rows come in order.
create function galx.chunks_in_order(
  -- a query for (account_id, power), in the order of the places
  entries text,
  -- places of a chunk
  size integer,
  -- places whose accounts are kept
  listed integer
) returns table (above bigint, lowest numeric, powers numeric[], accounts bigint[]) stable language plpgsql as $$
declare
  place bigint := 0;
  account bigint;
begin
  above := 0;
  for account, lowest in execute entries loop
    powers := powers || lowest;
    if place < listed then
      accounts := accounts || account;
    end if;
    place := place + 1;
    if place % size = 0 then
      return next;
      above := place;
      powers := null;
      accounts := null;
    end if;
  end loop;
  if powers is not null then
    return next;
  end if;
end $$;
