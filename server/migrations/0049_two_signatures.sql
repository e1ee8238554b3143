-- contracts: 0049
-- Signer and co-signer both sign. The nonce says which pair of keys signed.
delete from galx.vouchers;
alter table galx.vouchers
  drop column signer,
  add column signers_nonce bigint not null check (signers_nonce > 0),
  -- r, s, v of the co-signer
  add column co_signature bytea not null check (octet_length(co_signature) = 65);
