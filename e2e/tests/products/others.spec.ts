/** The actions of one account for another: a stake as a gift, and a claim for a friend. Every effect is compared with the chain. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { parseEther } from 'viem'
import english from '../../../web/src/pages/earn/others/texts.en.ts'
import vietnamese from '../../../web/src/pages/earn/others/texts.vi.ts'
import chinese from '../../../web/src/pages/earn/others/texts.zh.ts'
import receiverEn from '../../../web/src/staking/receiver/texts.en.ts'
import receiverVi from '../../../web/src/staking/receiver/texts.vi.ts'
import receiverZh from '../../../web/src/staking/receiver/texts.zh.ts'
import { findViolations } from '../../src/axe.ts'
import { pattern } from '../../src/catalogue.ts'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { startWithTheme } from '../../src/theme.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { languagesOf } from '../../src/thorough.ts'

const TEXTS = {
  zh_CN: { others: chinese, receiver: receiverZh },
  en_US: { others: english, receiver: receiverEn },
  vi_VN: { others: vietnamese, receiver: receiverVi },
}
/** The number of an account's first gift in a pool. */
const FIRST_GIFT = 2n ** 32n

for (const language of languagesOf(3))
  test.describe(language, () => {
    test.use({ language })

    test(`a gift belongs to the receiver alone, and a claim for a friend pays the friend (${language})`, async ({
      page,
      chain,
    }) => {
      const { others, receiver } = TEXTS[language]
      const [account, friend] = [newAccount(), newAccount()]
      await chain.supply(account)
      await startWithTheme(page, language === 'zh_CN' ? 'dark' : 'light')
      await InjectedWallet.inject(page, chain, { account })
      const app = new App(page, language)
      const gift = app.dialog(others.gift.open)
      const claim = app.dialog(others.claim.open)
      const open = async (name: string) => {
        await app.open('/earn')
        await page.getByRole('main').getByRole('button', { name }).click({ timeout: 60_000 })
      }
      const fits = async (what: string) => {
        expect(await findViolations(page), what).toEqual([])
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          const over = () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await expect.poll(over, { message: `${what} ${width}` }).toBe(0)
        }
        await page.setViewportSize({ width: 390, height: 844 })
      }

      await test.step('before the signature the sheet names the receiver, and the person who can withdraw the stake', async () => {
        await open(others.gift.open)
        for (const text of [others.gift.getsText, others.gift.takesText, others.gift.worst])
          await expect(gift.getByText(text)).toBeVisible()
        await fits('a gift')
        await gift.getByLabel(others.gift.pool, { exact: true }).selectOption('mcf')
        await gift.getByLabel(others.gift.term, { exact: true }).selectOption('1')
        await expect(gift.getByText(pattern(others.gift.fromEarly, 2))).toBeVisible()
        await gift.getByLabel(others.gift.pool, { exact: true }).selectOption('galx')
        await expect(gift.getByText(others.gift.anyTime)).toBeVisible()
      })

      await test.step('the gift is a position of the receiver, paid by the sender', async () => {
        const held = await chain.balance('GALX', account.address)
        await gift.getByLabel(others.gift.amount, { exact: true }).fill('12.5')
        await gift.getByLabel(receiver.label, { exact: true }).fill(account.address)
        await expect(gift.getByText(receiver.problem.self)).toBeVisible()
        await gift.getByLabel(receiver.label, { exact: true }).fill(friend.address)
        await gift.getByRole('button', { name: pattern(others.gift.submit, 2) }).click()
        await app.transactionConfirmed()
        expect(await chain.balance('GALX', account.address)).toBe(held - parseEther('12.5'))
        expect(await chain.positions('galx', account.address)).toEqual([])
        expect((await chain.accountState('galx', friend.address)).weight).toBe(parseEther('12.5'))
      })

      await test.step('the receiver can withdraw the gift, and the sender cannot', async () => {
        const call = {
          address: chain.stakingPools,
          abi: stakingPoolsAbi,
          functionName: 'unstake',
          args: [chain.poolId('galx'), FIRST_GIFT, parseEther('2.5'), friend.address],
        } as const
        await expect(chain.client.simulateContract({ ...call, account: account.address })).rejects.toThrow(
          /PositionUnknown/,
        )
        await chain.client.setBalance({ address: friend.address, value: parseEther('1') })
        await chain.mined(await chain.walletOf(friend).writeContract(call))
        expect(await chain.balance('GALX', friend.address)).toBe(parseEther('2.5'))
      })

      await test.step('the page warns of an address that only resembles the receiver', async () => {
        const middle = friend.address.slice(6, -4).replace(/./g, (digit) => (digit === '1' ? '2' : '1'))
        const alike = `${friend.address.slice(0, 6)}${middle}${friend.address.slice(-4)}`.toLowerCase()
        await open(others.gift.open)
        await gift.getByLabel(receiver.label, { exact: true }).fill(friend.address)
        await expect(gift.getByRole('alert')).toHaveCount(0)
        await gift.getByLabel(receiver.label, { exact: true }).fill(alike)
        await expect(gift.getByRole('alert')).toContainText(receiver.resembles)
        await fits('a lookalike')
        await app.closeDialog(others.gift.open)
      })

      await test.step('a claim for the friend pays the friend', async () => {
        await chain.client.increaseTime({ seconds: 3_600 })
        await chain.client.mine({ blocks: 1 })
        const [own, before] = await Promise.all([
          chain.balance('GALX', account.address),
          chain.balance('GALX', friend.address),
        ])
        await open(others.claim.open)
        await claim.getByLabel(receiver.label, { exact: true }).fill(friend.address)
        const button = claim.getByRole('button', { name: pattern(others.claim.submit) })
        await expect(button).toBeEnabled({ timeout: 60_000 })
        await fits('a claim for a friend')
        await button.click()
        await app.transactionConfirmed()
        expect(await chain.balance('GALX', account.address)).toBe(own)
        expect(await chain.balance('GALX', friend.address)).toBeGreaterThan(before)
      })
    })
  })
