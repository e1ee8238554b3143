import type { StatusData } from '@galx/protocol/http/status'
import { getStatus } from '../../core/api/publicApi.ts'
import { readHealth, type Health } from '../../core/api/health.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import type { Reading } from '../../core/state/reading.ts'
import { finalBlock } from './reads.ts'
import type { FinalBlock } from './readings.ts'

export type StatusReadings = {
  final: Reading<FinalBlock>
  status: Reading<StatusData>
  main: Reading<Health>
  btc: Reading<Health>
}

/** The states that the chain and each server report. If one server does not answer, only its reading fails. */
export function useStatus(): StatusReadings {
  const known = useConfig() !== null
  return {
    final: useChainRead(finalBlock),
    status: useServerRead(known ? 'status' : null, getStatus).reading,
    main: useServerRead(known ? 'health main' : null, () => readHealth('main')).reading,
    btc: useServerRead(known ? 'health btc' : null, () => readHealth('btc')).reading,
  }
}
