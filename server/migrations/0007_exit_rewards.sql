-- An exit pays the reward with the principal: one event, one row.
alter table galx.activity
  -- wei of the pool's reward token
  add column reward numeric(78, 0) check (reward >= 0),
  drop constraint activity_check,
  add constraint activity_position check ((position is not null) = (kind in ('stake', 'unstake', 'exit'))),
  add constraint activity_reward check ((reward is not null) = (kind = 'exit'));
