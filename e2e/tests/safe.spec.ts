/** The security centre, compared with the chain and the server: the checked facts, and the allowance and session that the account ends. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { CODE_HASHES } from '@galx/protocol/bytecode/codeHashes'
import { OWN_CONTRACT_NAMES } from '@galx/protocol/products'
import { isPublishedCode } from '@galx/protocol/publishedCode'
import {
  encodeFunctionData,
  erc20Abi,
  formatEther,
  keccak256,
  parseEther,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { get } from '../src/api.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { SafeScreen } from '../src/screens/safe.ts'

const TOKENS = ['AAA', 'MCM', 'GALX'] as const

test('code and reserves match the chain; an allowance and a session are revoked', async ({
  page,
  chain,
  stack,
}) => {
  const account = newAccount()
  await chain.supply(account)
  const { contracts, tokens } = chain.deployment
  const levels = contracts.Levels.address as Address
  const mcm = { address: tokens.MCM.address as Address, abi: erc20Abi } as const
  const wallet = chain.walletOf(account)
  const approved = await wallet.writeContract({
    ...mcm,
    functionName: 'approve',
    args: [levels, parseEther('123')],
  })
  await chain.client.waitForTransactionReceipt({ hash: approved })

  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const safe = new SafeScreen(app)
  const { facts, contracts: words } = safe.texts

  await test.step('the page and the chain agree that each of our contracts has the published code', async () => {
    await app.open('/safe')
    await expect(safe.fact('unchangeable')).toContainText(facts.state.good)
    await expect(safe.contracts).toContainText(words.count('11', '11'))
    const own = [
      ...OWN_CONTRACT_NAMES.map((name) => [name, contracts[name].address] as const),
      ...TOKENS.map((name) => [name, tokens[name].address] as const),
    ]
    for (const [name, address] of own) {
      const code = await chain.client.getCode({ address: address as Address })
      expect(isPublishedCode(code ?? '0x', CODE_HASHES[name]), name).toBe(true)
    }
  })

  await test.step('the page says that the principal can be withdrawn without anybody’s help, and does not call a delay of a minute safe', async () => {
    await expect(safe.fact('exit')).toContainText(facts.state.good)
    await expect(safe.fact('dependencies')).toContainText(facts.state.good)
    await expect(safe.fact('keys')).toContainText(facts.state.attention)
  })

  await test.step('the page lists the timelock’s announcements in words, as in the contract', async () => {
    const { timelock: texts } = safe.texts
    const guardian = newAccount().address
    const timelock = { address: contracts.Timelock.address as Address, abi: timelockAbi } as const
    const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'setGuardian', args: [guardian] })
    const delay = 30n * 86_400n
    const order = [
      contracts.StakingPools.address as Address,
      0n,
      data,
      zeroHash,
      keccak256(account.address),
    ] as const
    const proposer = chain.deployment.roles.timelock.proposers[0] as Address
    const send = async (call: Hex) => {
      const hash = await chain.actAs(proposer, timelock.address, call)
      await chain.client.waitForTransactionReceipt({ hash })
    }
    await send(encodeFunctionData({ ...timelock, functionName: 'schedule', args: [...order, delay] }))
    const row = safe.timelock.getByRole('listitem').filter({ hasText: guardian }).first()
    await expect(row).toContainText(
      texts.words.setGuardian(guardian, safe.texts.contracts.names.StakingPools),
      {
        timeout: 30_000,
      },
    )
    await expect(safe.timelock).toContainText(texts.compared.same)
    const id = await chain.client.readContract({ ...timelock, functionName: 'hashOperation', args: order })
    await send(encodeFunctionData({ ...timelock, functionName: 'cancel', args: [id] }))
    await expect(row).toHaveCount(0)
  })

  await test.step('no reserve is short, and each figure matches the chain', async () => {
    for (const row of await safe.reserves.all())
      await expect(row).not.toContainText(safe.texts.reserves.cover.short)
    await expect(safe.reserve('GALX', 'ZnVault')).toContainText(safe.texts.reserves.cover.covered)
    const pass = { address: contracts.NodePass.address as Address, abi: nodePassAbi } as const
    const [bond, passes, held] = await Promise.all([
      chain.client.readContract({ ...pass, functionName: 'BOND' }),
      chain.client.readContract({ ...pass, functionName: 'totalSupply' }),
      chain.balance('MCM', pass.address),
    ])
    expect(held).toBeGreaterThanOrEqual(bond * passes)
    const figure = `${Number(formatEther(held)).toLocaleString('en-US')}.00`
    await expect(safe.reserve('MCM', 'NodePass')).toContainText(`${safe.texts.reserves.held} ${figure}`)
    await expect(safe.reserve('MCM', 'NodePass')).toContainText(safe.texts.reserves.cover.covered)
  })

  await test.step('a revoked allowance is gone on the chain', async () => {
    await expect(safe.allowances).toContainText('123.00 MCM')
    await safe.allowances
      .getByRole('button', { name: safe.texts.allowances.revokeOf('MCM', words.names.Levels) })
      .click()
    await app.transactionConfirmed()
    const left = await chain.client.readContract({
      ...mcm,
      functionName: 'allowance',
      args: [account.address, levels],
    })
    expect(left).toBe(0n)
    await expect(safe.allowances).toContainText(safe.texts.allowances.empty)
  })

  await test.step('an ended session of another device is gone, and the server refuses its token', async () => {
    await app.pressSignIn(account.address)
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    const other = await signInElsewhere(stack.apiUrl, account)
    await page.reload()
    await expect(safe.sessions.getByRole('listitem')).toHaveCount(2)
    await safe.sessions
      .getByRole('listitem')
      .filter({ hasNotText: safe.texts.sessions.current })
      .getByRole('button')
      .last()
      .click()
    await expect(safe.sessions.getByRole('listitem')).toHaveCount(1)
    await expect(get(stack.apiUrl, '/api/sessions', other)).rejects.toThrow(/401/)
    const own = await get<{ list: { current: boolean }[] }>(
      stack.apiUrl,
      '/api/sessions',
      await app.stored('set_userToken'),
    )
    expect(own.list.map(({ current }) => current)).toEqual([true])
  })
})

/** Signs in without the app. @returns the token */
async function signInElsewhere(apiUrl: string, account: ReturnType<typeof newAccount>): Promise<string> {
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${apiUrl}/api/user/public/${path}/${account.address}`, {
      method: 'POST',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return ((await response.json()) as { data: unknown }).data
  }
  const message = (await post('nonce')) as string
  const signature = await account.signMessage({ message })
  return ((await post('auth', { signature })) as { token: string }).token
}
