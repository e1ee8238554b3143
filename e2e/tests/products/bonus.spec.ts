/**
 * A bonus's whole life: an invited person stakes, an epoch passes, the inviter claims and checks. Then every server is ended, and the next bonuses
 * are claimed from the exported file, by hand and with a copy of the app.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { encodeFunctionData, parseEther, parseEventLogs, type Address } from 'viem'
import { byHand, type VoucherLine } from '../../../packages/protocol/test/byHand.ts'
import english from '../../../web/src/bonuses/texts.en.ts'
import vietnamese from '../../../web/src/bonuses/texts.vi.ts'
import chinese from '../../../web/src/bonuses/texts.zh.ts'
import { userInfo } from '../../src/api.ts'
import { passEpoch } from '../../src/bonuses.ts'
import { newAccount, openChain } from '../../src/chain.ts'
import { pattern } from '../../src/catalogue.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { SERVER_AWAY, startWeb } from '../../src/ownServers.ts'
import { startWorld, type OwnWorld } from '../../src/ownWorld.ts'
import { App } from '../../src/screens/app.ts'
import { GalxScreen } from '../../src/screens/galx.ts'
import { ROOT } from '../../src/stack.ts'

let world: OwnWorld | undefined
let copy: Awaited<ReturnType<typeof startWeb>> | undefined
let folder: string | undefined
test.afterEach(async () => {
  await Promise.all([copy?.stop(), world?.stop()])
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

test('the inviter claims base reward and bonus in one transaction, checks the bonus, and with every server ended the next bonuses are claimed from the exported file', async ({
  page,
  stack: shared,
  own,
  newPerson,
  expectFaults,
}) => {
  expectFaults(SERVER_AWAY)
  const stack = (world = await startWorld(shared))
  const chain = openChain(stack)
  own(stack.webUrl, stack.apiUrl, stack.btcApiUrl, stack.rpcUrl)
  const account = newAccount()
  await chain.supply(account)
  await chain.stake(account, 'galx', parseEther('100'))
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  const texts = { zh_CN: chinese, en_US: english, vi_VN: vietnamese }[app.language]
  const { deployment } = chain
  const program = BigInt(deployment.programs.galx!.id)
  const vouchers = deployment.contracts.RewardVouchers.address as Address
  const drawn = (by: Address = account.address) =>
    chain.client.readContract({
      address: vouchers,
      abi: rewardVouchersAbi,
      functionName: 'drawn',
      args: [program, by],
    } as const)
  const member = newAccount()

  await test.step('a person opens the inviter’s link and stakes', async () => {
    await page.goto(`${stack.webUrl}/#/galx`)
    await app.pressSignIn(account.address)
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    const token = await app.stored('set_userToken')
    const { invite_code: code } = await userInfo(stack, account.address, token)
    const memberPage = await newPerson()
    await chain.supply(member)
    await InjectedWallet.inject(memberPage, chain, { account: member })
    const invited = new App(memberPage)
    await memberPage.goto(`${stack.webUrl}/#/start?inviteCode=${code}`)
    await memberPage
      .getByRole('main')
      .getByRole('button', { name: invited.texts.start.signIn.button, exact: true })
      .click()
    await memberPage.getByRole('button', { name: invited.texts.invitation.submit, exact: true }).click()
    await expect.poll(async () => (await userInfo(stack, member.address)).inviterStatus).toBe('pending')
    await memberPage.goto(`${stack.webUrl}/#/galx`)
    await new GalxScreen(invited).stake('galx', '200')
    await invited.transactionConfirmed()
    expect(await chain.invitersNamedBy(member.address)).toEqual([account.address.toLowerCase()])
    await memberPage.close()
    // The member invites a second account, so the member gets a bonus as well.
    const second = newAccount()
    await chain.supply(second)
    await chain.stake(second, 'galx', parseEther('50'), member.address)
  })

  await test.step('an epoch passes; one transaction pays the base reward and the bonus', async () => {
    const { signed } = await passEpoch(chain, stack, account.address)
    const before = await chain.client.getBlockNumber({ cacheTime: 0 })
    await page.reload()
    // Once the app has read the bonus, the claim includes the base reward and the bonus.
    await expect(page.getByRole('button', { name: pattern(texts.claim) })).toBeVisible()
    await galx.claimSection.getByRole('button', { name: pattern(app.texts.staking.claim.button) }).click()
    await app.transactionConfirmed()
    const [transaction] = await chain.transactionsOf(account.address, before)
    const { logs } = await chain.client.getTransactionReceipt({ hash: transaction!.hash })
    const [base] = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Claimed', logs }).filter(
      ({ address }) => address.toLowerCase() === chain.stakingPools.toLowerCase(),
    )
    const [bonus] = parseEventLogs({ abi: rewardVouchersAbi, eventName: 'Claimed', logs }).filter(
      ({ address }) => address.toLowerCase() === vouchers.toLowerCase(),
    )
    expect(base?.args.amount).toBeGreaterThan(0n)
    expect(bonus?.args).toMatchObject({ program, account: account.address })
    expect(bonus?.args.amount).toBe(signed)
    expect(await drawn()).toBe(signed)
  })

  await test.step('the browser finds the bonus right, and names the facts that it cannot check', async () => {
    await page
      .getByRole('button', { name: pattern(texts.history.epoch) })
      .first()
      .click()
    const sheet = app.dialog(texts.how.title)
    await sheet.getByRole('button', { name: texts.check.button, exact: true }).click()
    const { hash, deployment, ruleset, row, points, division, cumulative, weights, voucher } = texts.check
    // Each check has its own words; a check that could not be carried out has other words. The browser computes the points from the weights of
    // one member.
    const found = [
      hash.right,
      deployment.right,
      pattern(ruleset.right),
      row.right,
      points.right('1'),
      division.right,
      cumulative.right,
      weights.right('1'),
      // The next epoch may have been published meanwhile.
      new RegExp(`${voucher.right()}|${voucher.later()}`),
    ]
    await expect(sheet.getByText(hash.right)).toBeVisible()
    const facts = sheet.getByRole('status').getByRole('listitem')
    await expect(facts).toContainText(found)
    await expect(facts).toHaveCount(found.length)
    await expect(sheet.getByText(texts.check.right)).toBeVisible()
    await expect(sheet.getByText(texts.check.cannot.allPoints)).toBeVisible()
  })

  await test.step('with every server ended, the next bonuses are claimed from the exported file', async () => {
    const { epoch, signed } = await passEpoch(chain, stack, account.address)
    folder = await mkdtemp(join(tmpdir(), 'galx-export-'))
    const command = ['export', '--api', stack.apiUrl, '--out', folder, '--from', String(epoch)]
    await promisify(execFile)(process.execPath, [join(ROOT, 'stack/dist/programs/operator.js'), ...command])
    const file = join(folder, String(epoch), 'vouchers.json')
    const stranger = newAccount()
    await chain.supply(stranger)
    await page.close()
    await stack.leaveNodeAlone()

    await test.step('a stranger claims the member’s bonus for the member by hand, as the runbook says', async () => {
      const lines = JSON.parse(await readFile(file, 'utf8')) as VoucherLine[]
      const line = lines.find(
        (one) => one.account === member.address.toLowerCase() && one.programId === program.toString(),
      )!
      const before = await chain.balance('GALX', member.address)
      const open = BigInt(line.cumulative!) - (await drawn(member.address))
      expect(open).toBeGreaterThan(0n)
      const { abi, value } = byHand(line)
      const data = encodeFunctionData({ abi, functionName: 'claimMany', args: value })
      const hash = await chain.walletOf(stranger).sendTransaction({ to: vouchers, data })
      expect(await chain.client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
      expect(await drawn(member.address)).toBe(BigInt(line.cumulative!))
      expect(await chain.balance('GALX', member.address)).toBe(before + open)
    })

    await test.step('a copy of the app on the person’s own computer claims the next bonuses', async () => {
      copy = await startWeb(stack)
      own(copy.url)
      // A browser that has never seen the servers, with the same wallet.
      const alone = await newPerson()
      await InjectedWallet.inject(alone, chain, { account })
      const away = new App(alone)
      await alone.goto(`${copy.url}/#/galx`)
      await expect(alone.getByText(texts.offline)).toBeVisible()
      await alone.getByLabel(texts.file.take, { exact: true }).and(alone.locator('input')).setInputFiles(file)
      const before = await chain.balance('GALX', account.address)
      const open = signed - (await drawn())
      expect(open).toBeGreaterThan(0n)
      await alone.getByRole('button', { name: pattern(texts.claim) }).click()
      await away.transactionConfirmed()
      expect(await drawn()).toBe(signed)
      expect(await chain.balance('GALX', account.address)).toBe(before + open)
    })
  })
})
