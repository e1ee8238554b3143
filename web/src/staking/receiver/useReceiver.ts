import type { HexString } from '@galx/protocol/webConfig'
import { useState } from 'react'
import { getAddress } from 'viem/utils'
import { currentConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { receiverProblem, type ReceiverProblem } from './receiverModel.ts'
import { receiversBefore, resembled } from './receivers.ts'

export type TypedReceiver = {
  text: string
  type(text: string): void
  problem: ReceiverProblem | null
  /** lower case; null while the text is not an address that can receive */
  receiver: HexString | null
  /** an address that the account knows, and that the receiver only resembles */
  lookalike: HexString | null
}

/** The receiver that a person types, compared with the addresses that the account knows: earlier receivers, the inviter, its own. */
export function useReceiver(): TypedReceiver {
  const [text, type] = useState('')
  const own = useAppStore((state) => state.address)
  const inviter = useAppStore((state) => state.userInfo?.FAddress) as HexString | null | undefined
  const { contracts, tokens } = currentConfig()
  const apps = [...Object.values(contracts), ...Object.values(tokens).map(({ address }) => address)]
  const problem = receiverProblem(text, own, apps, (address) => getAddress(address))
  const receiver = problem === null ? (text.toLowerCase() as HexString) : null
  const known = [...receiversBefore(), ...(own === null ? [] : [own]), ...(inviter ? [inviter] : [])]
  return { text, type, problem, receiver, lookalike: receiver === null ? null : resembled(receiver, known) }
}
