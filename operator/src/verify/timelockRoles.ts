/** The timelock's delay and everyone who holds one of its roles: no one is missing, no one is left over. */
import { zeroHash, type Address, type Hex, type PublicClient } from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { Deployment } from '@galx/protocol/deployment'
import { contractAddress } from './code.ts'
import { firstLine, type Findings } from './findings.ts'
import { readLogs } from './logs.ts'
import type { VerifyOptions } from './verifyDeployment.ts'

export async function verifyTimelock(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
  { logRange }: VerifyOptions,
): Promise<void> {
  const { timelock: plan, deployer } = deployment.roles
  const address = contractAddress(deployment, 'Timelock')
  const contract = { address, abi: timelockAbi } as const
  await findings.same(
    'Timelock delay',
    reader.readContract({ ...contract, functionName: 'getMinDelay' }),
    plan.minDelay,
  )

  const roleId = (functionName: 'PROPOSER_ROLE' | 'EXECUTOR_ROLE' | 'CANCELLER_ROLE') =>
    reader.readContract({ ...contract, functionName })
  const roles: [string, Hex, readonly string[]][] = [
    ['administrator', zeroHash, [address]],
    ['proposer', await roleId('PROPOSER_ROLE'), plan.proposers],
    ['canceller', await roleId('CANCELLER_ROLE'), plan.proposers],
    ['executor', await roleId('EXECUTOR_ROLE'), plan.executors],
  ]
  const holds = (role: Hex, who: string) =>
    reader.readContract({ ...contract, functionName: 'hasRole', args: [role, who as Address] })
  for (const [name, role, holders] of roles) {
    for (const who of holders) {
      findings.checked++
      if (!(await holds(role, who))) findings.fault(`Timelock ${name}`, `${who} does not hold the role`)
    }
    findings.checked++
    if (!holders.includes(deployer) && (await holds(role, deployer)))
      findings.fault(`Timelock ${name}`, `the deployer ${deployer} still holds the role`)
  }

  // Roles cannot be listed by asking: whoever was ever granted one is in the logs.
  try {
    const granted = await readLogs(reader, {
      address,
      event: timelockAbi.find((item) => item.type === 'event' && item.name === 'RoleGranted')!,
      fromBlock: BigInt(deployment.deployBlock),
      range: logRange,
    })
    for (const [name, role, holders] of roles) {
      const others = new Set(
        granted
          .filter(({ topics }) => topics[1] === role)
          .map(({ topics }) => `0x${topics[2]!.slice(26)}`)
          .filter((who) => !holders.includes(who) && who !== deployer),
      )
      for (const who of others) {
        findings.checked++
        if (await holds(role, who))
          findings.fault(`Timelock ${name}`, `${who} holds the role, and the deployment file does not say so`)
      }
    }
  } catch (error) {
    findings.unchecked.push({
      what: 'Timelock roles of others',
      fault: `logs cannot be read: ${firstLine(error)}`,
    })
  }
}
