-- By themselves, for a value of an enumeration can be used only after the transaction that added it.
alter type galx.activity_kind add value 'deposit';
alter type galx.activity_kind add value 'withdraw';
alter type galx.activity_kind add value 'level';
alter type galx.activity_kind add value 'mintPass';
alter type galx.activity_kind add value 'sendPass';
alter type galx.activity_kind add value 'receivePass';
alter type galx.activity_kind add value 'unbondPass';
alter type galx.activity_kind add value 'bonus';
