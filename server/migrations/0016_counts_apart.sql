-- `direct_count` is still kept with the account; `team_count` stays for programs of the version before and rises no more.
alter table galx.accounts drop constraint accounts_check;
