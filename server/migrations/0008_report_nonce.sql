-- A reported transaction whose number another one has used up will never be mined: sped up or cancelled in the wallet.
alter table galx.reports add column nonce bigint check (nonce >= 0);
