-- contracts: 0049
-- Signer and co-signer both sign. Which keys signed, the nonce says: the contract counts each naming of one.
delete from galx.vouchers;
alter table galx.vouchers
  drop column signer,
  add column signers_nonce bigint not null check (signers_nonce > 0),
  -- r, s, v of the co-signer
  add column co_signature bytea not null check (octet_length(co_signature) = 65);
