/** The main job with a wallet that the browser injects, like TokenPocket; the demo wallet plays no part. */
import { parseEther } from 'viem'
import picture from '../../../web/src/pages/community/picture/texts.zh.ts'
import { fans, userInfo } from '../../src/api.ts'
import { findViolations } from '../../src/axe.ts'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { CommunityScreen } from '../../src/screens/community.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

test('an injected TokenPocket does the main job with its own key', async ({
  page,
  newPerson,
  chain,
  stack,
}) => {
  const account = newAccount()
  await chain.supply(account)
  const wallet = await InjectedWallet.inject(page, chain, { account, chainId: 1 })
  const app = new App(page)
  const galx = new GalxScreen(app)
  const community = new CommunityScreen(app)

  await test.step('the app reads the accounts, switches the wallet to 0x38, then reads the user info', async () => {
    const asked = page.waitForRequest(/getAAAUserInfo/)
    await app.open('/galx')
    await expect(app.addressButton(account.address)).toBeVisible()
    const info = await asked
    expect(new URL(info.url()).searchParams.get('address')).toBe(account.address.toLowerCase())
    const methods = wallet.methods()
    const accounts = methods.indexOf('eth_requestAccounts')
    const switched = methods.indexOf('wallet_switchEthereumChain')
    expect(accounts).toBeGreaterThanOrEqual(0)
    expect(switched).toBeGreaterThan(accounts)
    expect(wallet.calls[switched]?.params).toEqual([{ chainId: '0x38' }])
    expect(wallet.chainId).toBe(56)
  })

  await test.step('the sign-in text names this site, this account and chain 56', async () => {
    await app.pressSignIn(account.address)
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    const [text] = wallet.signedTexts()
    expect(text).toContain(`${new URL(stack.webUrl).host} wants you to sign in`)
    expect(text).toContain(account.address)
    expect(text).toContain('Chain ID: 56')
  })

  await test.step('the person stakes GALX, then GALX with MCM', async () => {
    await galx.stake('galx', '60')
    await app.transactionConfirmed()
    await galx.stake('galxMcm', '20')
    await app.transactionConfirmed()
    expect((await chain.positions('galx', account.address))[0]?.amount).toBe(parseEther('60'))
    expect((await chain.positions('galxMcm', account.address))[0]?.amount).toBe(parseEther('20'))
    expect(await chain.allowance('GALX', account.address)).toBe(0n)
    expect(await chain.allowance('MCM', account.address)).toBe(0n)
  })

  await test.step('the person claims both rewards, and unstakes everything', async () => {
    const before = await chain.balance('GALX', account.address)
    // The figure rises during the press; the press still works.
    await galx.claimSlowly()
    await app.transactionConfirmed()
    const claimed = await chain.balance('GALX', account.address)
    expect(claimed).toBeGreaterThan(before)
    await galx.unstake('galx', '60')
    await app.transactionConfirmed()
    expect(await chain.balance('GALX', account.address)).toBe(claimed + parseEther('60'))
    expect(await chain.positions('galx', account.address)).toEqual([])
    await expect(galx.position('galx')).toHaveCount(0)
  })

  await test.step('the person leaves the pair with everything in one transaction, which is one line of the history', async () => {
    const [galxBefore, mcmBefore] = await Promise.all([
      chain.balance('GALX', account.address),
      chain.balance('MCM', account.address),
    ])
    await galx.exit('galxMcm')
    await app.transactionConfirmed()
    const exited = await chain.exitOf(account.address)
    expect(exited.amount).toBe(parseEther('20'))
    expect(exited.reward).toBeGreaterThan(0n)
    expect(await chain.balance('GALX', account.address)).toBe(galxBefore + exited.amount + exited.reward)
    expect(await chain.balance('MCM', account.address)).toBe(mcmBefore + exited.pairAmount)
    expect(await chain.positions('galxMcm', account.address)).toEqual([])
    const line = galx.history.filter({ hasText: app.texts.activity.kind.exit })
    await expect(line).toHaveCount(1)
    await expect(line).toContainText('20.00 GALX')
    await expect(line).toContainText(/\+ [\d.,]+ MCM/)
    await expect(line).toContainText(/\+0\.\d+ GALX/)
  })

  await test.step('a friend opens the link with another wallet, binds and stakes', async () => {
    const info = await userInfo(stack, account.address, await app.stored('set_userToken'))
    const friendPage = await newPerson()
    const friendAccount = newAccount()
    await chain.supply(friendAccount)
    await InjectedWallet.inject(friendPage, chain, { account: friendAccount })
    const friend = new App(friendPage)
    await friendPage.goto(`${stack.webUrl}/#/start?inviteCode=${info.invite_code}`)
    await friendPage
      .getByRole('main')
      .getByRole('button', { name: friend.texts.start.signIn.button, exact: true })
      .click()
    await friendPage.getByRole('button', { name: friend.texts.invitation.submit, exact: true }).click()
    await expect
      .poll(async () => (await userInfo(stack, friendAccount.address)).inviterStatus)
      .toBe('pending')
    await app.open('/community')
    await expect(community.member(friendAccount.address)).toContainText(community.texts.members.pending)
    await friend.open('/galx')
    await new GalxScreen(friend).stake('galx', '5')
    await friend.transactionConfirmed()
    expect(await chain.invitersNamedBy(friendAccount.address)).toEqual([account.address.toLowerCase()])
    await expect
      .poll(async () => (await fans(stack, await app.stored('set_userToken'))).list[0]?.status)
      .toBe('bound')
    await page.reload()
    await expect(community.member(friendAccount.address)).toContainText(community.texts.members.bound)
    const { title, bound, pending } = community.texts.referrals
    const figure = (label: string) =>
      page.getByRole('region', { name: title }).locator('dl > div', { hasText: label }).locator('dd')
    await expect(figure(bound)).toHaveText('1')
    await expect(figure(pending)).toHaveText('0')
  })

  await test.step('the person saves a picture of the invitation', async () => {
    const { invite_code: code } = await userInfo(stack, account.address, await app.stored('set_userToken'))
    await page
      .getByRole('main')
      .getByRole('button', { name: community.texts.invite.picture, exact: true })
      .click()
    const sheet = app.dialog(picture.title)
    const image = sheet.getByRole('img', { name: picture.alt(code!) })
    await expect(image).toBeVisible()
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1080)
    expect(await findViolations(page), 'the picture').toEqual([])
    const saved = page.waitForEvent('download')
    await sheet.getByRole('button', { name: picture.share, exact: true }).click()
    expect((await saved).suggestedFilename()).toBe(`galx-${code}.png`)
  })
})
