/** A bonus's whole life: somebody is invited and stakes, an epoch passes, the inviter claims and checks; the next one is claimed from a file. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { parseEther, parseEventLogs, type Address } from 'viem'
import english from '../../../web/src/bonuses/texts.en.ts'
import chinese from '../../../web/src/bonuses/texts.zh.ts'
import { userInfo } from '../../src/api.ts'
import { passEpoch } from '../../src/bonuses.ts'
import { newAccount } from '../../src/chain.ts'
import { pattern } from '../../src/catalogue.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { SERVER_AWAY, startServers, type OwnServers } from '../../src/ownServers.ts'
import { App } from '../../src/screens/app.ts'
import { GalxScreen } from '../../src/screens/galx.ts'
import { ROOT } from '../../src/stack.ts'

test.describe.configure({ timeout: 240_000 })

let servers: OwnServers | undefined
let folder: string | undefined
test.afterEach(async () => {
  await servers?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

test('the inviter claims base reward and bonus in one transaction, checks the bonus, and with the servers dead claims the next one from a file', async ({
  page,
  chain,
  stack,
  own,
  newPerson,
  expectFaults,
}) => {
  expectFaults(SERVER_AWAY)
  servers = await startServers(stack)
  own(servers.webUrl, servers.apiUrl, servers.btcApiUrl)
  const account = newAccount()
  await chain.supply(account)
  await chain.stake(account, 'galx', parseEther('100'))
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  const texts = { zh_CN: chinese, en_US: english }[app.language]
  const { deployment } = chain
  const program = BigInt(deployment.programs.galx!.id)
  const vouchers = deployment.contracts.RewardVouchers.address as Address
  const drawn = () =>
    chain.client.readContract({
      ...{ address: vouchers, abi: rewardVouchersAbi, functionName: 'drawn' },
      args: [program, account.address],
    } as const)

  await test.step('somebody opens the inviter’s link and stakes', async () => {
    await page.goto(`${servers!.webUrl}/#/galx`)
    await app.pressSignIn(account.address)
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    const place = { ...stack, apiUrl: servers!.apiUrl }
    const token = await app.stored('set_userToken')
    const { invite_code: code } = await userInfo(place, account.address, token)
    const memberPage = await newPerson()
    const member = newAccount()
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
    await invited.open('/galx')
    await new GalxScreen(invited).stake('galx', '200')
    await invited.transactionConfirmed()
    expect(await chain.invitersNamedBy(member.address)).toEqual([account.address.toLowerCase()])
    await memberPage.close()
  })

  await test.step('an epoch passes; one transaction brings the base reward and the bonus', async () => {
    const { signed } = await passEpoch(chain, stack, account.address)
    const before = await chain.client.getBlockNumber({ cacheTime: 0 })
    await page.reload()
    // The claim is of both once the bonus is read.
    await expect(page.getByRole('button', { name: pattern(texts.claim) })).toBeVisible({ timeout: 30_000 })
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

  await test.step('the browser finds the bonus right, and says what it cannot check', async () => {
    await page
      .getByRole('button', { name: pattern(texts.history.epoch) })
      .first()
      .click()
    const sheet = app.dialog(texts.how.title)
    await sheet.getByRole('button', { name: texts.check.button, exact: true }).click()
    const { hash, deployment, ruleset, row, points, division, cumulative, weights } = texts.check
    // Each check by its own words: one that could not be carried out has others. The member's weights give the points.
    const found = [
      ...[hash.right, deployment.right, pattern(ruleset.right), row.right],
      ...[points.right('1'), division.right, cumulative.right, weights.right('1')],
    ]
    await expect(sheet.getByText(hash.right)).toBeVisible({ timeout: 30_000 })
    const facts = sheet.getByRole('status').getByRole('listitem')
    await expect(facts).toContainText(found)
    await expect(facts).toHaveCount(found.length)
    await expect(sheet.getByText(texts.check.right)).toBeVisible()
    await expect(sheet.getByText(texts.check.cannot.allPoints)).toBeVisible()
  })

  await test.step('with the servers dead, the next one is claimed from the published file', async () => {
    const { epoch, signed } = await passEpoch(chain, stack, account.address)
    folder = await mkdtemp(join(tmpdir(), 'galx-export-'))
    const command = ['export', '--api', servers!.apiUrl, '--out', folder, '--from', String(epoch)]
    await promisify(execFile)(process.execPath, [join(ROOT, 'stack/dist/programs/operator.js'), ...command])
    // The only servers that this page knows; the by-hand path needs no page at all: server/test/signer/calls.test.ts.
    await servers!.killApis()
    await page.close()

    // A browser that has never seen the servers, with the same wallet.
    const alone = await newPerson()
    await InjectedWallet.inject(alone, chain, { account })
    const away = new App(alone)
    await alone.goto(`${servers!.webUrl}/#/galx`)
    await expect(alone.getByText(texts.offline)).toBeVisible({ timeout: 30_000 })
    await alone
      .getByLabel(texts.file.take, { exact: true })
      .and(alone.locator('input'))
      .setInputFiles(join(folder, String(epoch), 'vouchers.json'))
    const before = await chain.balance('GALX', account.address)
    const open = signed - (await drawn())
    await alone.getByRole('button', { name: pattern(texts.claim) }).click()
    await away.transactionConfirmed()
    expect(await drawn()).toBe(signed)
    expect(await chain.balance('GALX', account.address)).toBe(before + open)
  })
})
