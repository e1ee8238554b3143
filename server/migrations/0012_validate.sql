-- By itself: it reads the tables without keeping anybody from writing them.
alter table galx.activity validate constraint activity_pool;
alter table galx.reports validate constraint reports_pool;
