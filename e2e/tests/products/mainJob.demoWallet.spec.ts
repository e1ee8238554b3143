/** The whole main job by two people, each with the demo wallet, compared with the chain and the servers at every step. */
import { TOKEN_SYMBOLS } from '@galx/protocol/products'
import { parseEther, parseEventLogs, type Address } from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { activity, fans, userInfo } from '../../src/api.ts'
import type { Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { CommunityScreen } from '../../src/screens/community.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

// With motion, as for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('two people do the main job with the demo wallet: connect, sign in, stake, earn, claim, unstake, invite, bind', async ({
  page,
  newPerson,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const galx = new GalxScreen(app)
  const community = new CommunityScreen(app)
  let first: Address = '0x'

  await test.step('opening the app connects and switches to BSC', async () => {
    await app.open('/')
    await expect(page).toHaveURL(/#\/galx$/)
    first = await wallet.connect()
  })

  await test.step('signing in stores the server’s token', async () => {
    await app.pressSignIn(first)
    const shown = await wallet.confirm('sign')
    expect(shown).toContain('wants you to sign in with your Ethereum account')
    expect(shown).toContain(`localhost:${new URL(stack.webUrl).port}`)
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    const info = await userInfo(stack, first, await app.stored('set_userToken'))
    expect(info.invite_code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(info.registeredAt).not.toBeNull()
  })

  await test.step('the faucet gives coins and all tokens', async () => {
    await app.open('/galx')
    await wallet.getTestTokens()
    expect(await chain.nativeBalance(first)).toBeGreaterThan(0n)
    for (const symbol of TOKEN_SYMBOLS) expect(await chain.balance(symbol, first), symbol).toBeGreaterThan(0n)
  })

  const held = await chain.balance('GALX', first)
  await test.step('staking GALX signs a permit for exactly the amount and opens a position', async () => {
    await galx.stake('galx', '120.5')
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const [position, ...others] = await chain.positions('galx', first)
    expect(position).toMatchObject({ amount: parseEther('120.5'), pairAmount: 0n })
    expect(others).toEqual([])
    expect(await chain.balance('GALX', first)).toBe(held - parseEther('120.5'))
    expect(await chain.allowance('GALX', first)).toBe(0n)
    await expect(galx.position('galx')).toContainText('120.5')
  })

  await test.step('staking GALX and MCM together takes both in the ratio of the pool', async () => {
    const mcm = await chain.balance('MCM', first)
    await galx.stake('galxMcm', '40')
    await wallet.confirm('permit')
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const pairAmount = await chain.pairAmountOf('galxMcm', parseEther('40'))
    expect(pairAmount).toBeGreaterThan(0n)
    const [position] = await chain.positions('galxMcm', first)
    expect(position).toMatchObject({ amount: parseEther('40'), pairAmount })
    expect(await chain.balance('MCM', first)).toBe(mcm - pairAmount)
    expect((await chain.accountState('galxMcm', first)).weight).toBe(parseEther('60'))
    await expect(galx.position('galxMcm')).toBeVisible()
  })

  await test.step('the reward on the screen grows second by second like on the chain', async () => {
    await expectAccrual(galx, chain, first)
  })

  await test.step('one transaction claims both pools', async () => {
    const nonce = await chain.transactionCount(first)
    const before = await chain.balance('GALX', first)
    await galx.claim()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await chain.transactionCount(first)).toBe(nonce + 1)
    const claimed = await claimedBy(chain, first)
    expect(claimed.map(({ args }) => args.pool).sort()).toEqual(
      [chain.poolId('galx'), chain.poolId('galxMcm')].sort(),
    )
    const paid = claimed.reduce((sum, { args }) => sum + args.amount, 0n)
    expect(paid).toBeGreaterThan(0n)
    expect(await chain.balance('GALX', first)).toBe(before + paid)
    expect(new Set(claimed.map(({ transactionHash }) => transactionHash)).size).toBe(1)
  })

  await test.step('unstaking a part returns exactly that part', async () => {
    const before = await chain.balance('GALX', first)
    await galx.unstake('galx', '20.5')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const [position] = await chain.positions('galx', first)
    expect(position?.amount).toBe(parseEther('100'))
    expect(await chain.balance('GALX', first)).toBe(before + parseEther('20.5'))
    await expect(galx.position('galx')).toContainText('100.00')
  })

  await test.step('the account’s history has every step once the step is final', async () => {
    const token = await app.stored('set_userToken')
    await expect
      .poll(async () => (await activity(stack, token)).list.map((item) => `${item.kind} ${item.status}`))
      .toEqual([
        'unstake confirmed',
        'claim confirmed',
        'claim confirmed',
        'stake confirmed',
        'stake confirmed',
      ])
    expect((await userInfo(stack, first)).hashPower).toBe(parseEther('160').toString())
  })

  let link = ''
  await test.step('the invite link is copied', async () => {
    await app.open('/community')
    await expect(community.heading).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await community.openInvitation.click()
    await community.copyLink.click()
    await expect(app.toast(app.fixed.copied)).toBeVisible()
    link = await page.evaluate(() => navigator.clipboard.readText())
    const info = await userInfo(stack, first, await app.stored('set_userToken'))
    expect(link).toBe(`${stack.webUrl}/#/start?inviteCode=${info.invite_code}`)
    await app.closeDialog(app.fixed.invite)
  })

  const guestPage = await newPerson()
  const guest = new App(guestPage)
  const guestWallet = new DemoWallet(guest)
  let second: Address = '0x'
  await test.step('a second person opens the link, connects, signs in and binds', async () => {
    await guestPage.goto(link)
    second = await guestWallet.connect()
    expect(second).not.toBe(first)
    await expect(guestPage.getByText(guest.texts.start.invitedBy)).toBeVisible()
    await guestPage
      .getByRole('main')
      .getByRole('button', { name: guest.texts.start.signIn.button, exact: true })
      .click()
    await guestWallet.confirm('sign')
    await guestPage.getByRole('button', { name: guest.texts.invitation.submit, exact: true }).click()
    await expect(
      guestPage.getByRole('heading', { name: guest.texts.start.finishTitle, exact: true }),
    ).toBeVisible()
    expect(await userInfo(stack, second)).toMatchObject({
      FAddress: first.toLowerCase(),
      inviterStatus: 'pending',
    })
  })

  await test.step('the first person sees the new member, pending', async () => {
    await page.reload()
    await expect(community.member(second)).toContainText(community.texts.members.pending)
    const { list } = await fans(stack, await app.stored('set_userToken'))
    expect(list).toMatchObject([{ address: second.toLowerCase(), status: 'pending' }])
  })

  await test.step('the second person’s first stake names the inviter', async () => {
    await guest.open('/galx')
    await guestWallet.getTestTokens()
    await new GalxScreen(guest).stake('galx', '75')
    await guestWallet.confirm('permit')
    const shown = await guestWallet.confirm('transaction')
    expect(shown.toLowerCase()).toContain(first.slice(0, 6).toLowerCase())
    await guest.transactionConfirmed()
    expect((await chain.accountState('galx', second)).weight).toBe(parseEther('75'))
    expect(await chain.invitersNamedBy(second)).toEqual([first.toLowerCase()])
  })

  await test.step('the first person sees the member bound', async () => {
    await expect.poll(async () => (await userInfo(stack, second)).inviterStatus).toBe('bound')
    await page.reload()
    await expect(community.member(second)).toContainText(community.texts.members.bound)
    const info = await userInfo(stack, first)
    expect(info.team).toMatchObject({ direct: 1, total: 1, hashPower: parseEther('75').toString() })
  })
})

/**
 * Waits until the figure has risen several times, then until it differs from the chain's debt by at most five seconds of reward. A page on a
 * busy machine may show a figure late.
 */
async function expectAccrual(galx: GalxScreen, chain: Chain, account: Address): Promise<void> {
  const owed = () => chain.earnedAt(['galx', 'galxMcm'], account)
  const first = await owed()
  const seen: bigint[] = []
  await expect
    .poll(
      async () => {
        const now = await galx.claimable()
        if (now !== null && now !== seen.at(-1)) seen.push(now)
        return seen.length
      },
      { intervals: [250], timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(4)
  expect(seen.every((value, index) => index === 0 || value > (seen[index - 1] ?? 0n))).toBe(true)

  await expect(async () => {
    const before = await owed()
    const shown = (await galx.claimable()) ?? 0n
    const after = await owed()
    expect(after.time).toBeGreaterThan(first.time)
    const perSecond = (after.earned - first.earned) / (after.time - first.time)
    // The page truncates to six decimals.
    const tolerance = 5n * perSecond + 10n ** 12n
    expect(shown).toBeGreaterThanOrEqual(before.earned - tolerance)
    expect(shown).toBeLessThanOrEqual(after.earned + tolerance)
  }).toPass({ timeout: 30_000 })
}

async function claimedBy(chain: Chain, account: Address) {
  const logs = await chain.client.getLogs({ address: chain.stakingPools, fromBlock: 0n, toBlock: 'latest' })
  return parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Claimed', logs }).filter(
    ({ args }) => args.account.toLowerCase() === account.toLowerCase(),
  )
}
