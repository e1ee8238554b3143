/** PostgreSQL's settings where the tables are large, as a server of that size is set up; the rest is as it comes. */
export const LARGE_SERVER = {
  shared_buffers: '2GB',
  // A transaction of twenty thousand events writes 25 MB of log; what does not fit is written by the connection that waits for it.
  wal_buffers: '64MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  effective_cache_size: '8GB',
} as const
