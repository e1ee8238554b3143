/** The present and the greatest possible supply of each of our tokens, and the fee on trades of AAA. */
import { erc20Abi, zeroAddress } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { contractAddress, tokenAddress, type Place } from './place.ts'
import { constructorArgument } from './roles.ts'

/** Amounts are wei, the fee is in basis points. */
export async function readSupply({ read, deployment }: Place) {
  const aaa = { address: tokenAddress(deployment, 'AAA'), abi: aaaAbi } as const
  const [supply, feeRate, feeRecipient, cfo] = await Promise.all([
    read({ ...aaa, functionName: 'totalSupply' }),
    read({ ...aaa, functionName: 'feeRate' }),
    read({ ...aaa, functionName: 'feeRecipient' }),
    read({ ...aaa, functionName: 'cfo' }),
  ])
  const capped = await Promise.all(
    (['GALX', 'MCM'] as const).map(async (symbol) => {
      const contract = { address: tokenAddress(deployment, symbol), abi: galxAbi } as const
      const [minted, cap, minter] = await Promise.all([
        read({ ...contract, abi: erc20Abi, functionName: 'totalSupply' }),
        read({ ...contract, functionName: 'cap' }),
        read({ ...contract, functionName: 'minter' }),
      ])
      return { symbol, minted, cap, minter }
    }),
  )
  return { aaa: { supply, feeRate, feeRecipient, cfo }, capped }
}
export type SupplyOnChain = Awaited<ReturnType<typeof readSupply>>

/** A supply equals the constructor's amount or stays within the cap. A fee never rises above the constructor's value. */
export function verifySupply({ deployment, findings }: Place, { aaa, capped }: SupplyOnChain): void {
  const made = deployment.tokens.AAA.constructorArguments
  const supply = constructorArgument('AAA', made, 'supply')
  const feeRate = constructorArgument('AAA', made, 'feeRate_')
  if (supply !== undefined) findings.expect('AAA supply', aaa.supply, supply)
  findings.checked++
  if (typeof feeRate === 'number' && aaa.feeRate > feeRate)
    findings.fault('AAA fee', `is ${aaa.feeRate} basis points, above the constructor's ${feeRate}`)
  for (const { symbol, minted, cap, minter } of capped) {
    if (minter === zeroAddress) findings.note(`${symbol} minter`, 'is nobody: no more tokens can be minted')
    else findings.expect(`${symbol} minter`, minter, contractAddress(deployment, 'Timelock'))
    findings.checked++
    if (minted > cap) findings.fault(`${symbol} supply`, `is ${minted} wei, above its cap of ${cap}`)
  }
}
