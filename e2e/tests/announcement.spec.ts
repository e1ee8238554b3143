/** The operator's announcements: each opens once for an account, and again from the menu. */
import postgres from 'postgres'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'

test('an unseen announcement opens once, and can be opened again from the menu', async ({
  page,
  chain,
  stack,
}) => {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
  const title = '维护公告 · 测试'
  const [row] = await sql<{ id: string }[]>`
    insert into galx.announcements (title_zh_cn, title_en_us, body_zh_cn, body_en_us, published_at)
    values (${title}, 'Maintenance', '第一段。', 'First paragraph.', extract(epoch from now())::bigint - 60)
    returning id`
  try {
    const account = newAccount()
    await InjectedWallet.inject(page, chain, { account })
    const app = new App(page)
    await app.open('/galx')
    await expect(app.dialog(title)).toBeVisible()
    await expect(app.dialog(title)).toContainText('第一段。')
    await app.dialog(title).getByRole('button', { name: app.texts.shell.gotIt }).click()
    await expect(app.dialog(title)).toBeHidden()

    const asked = page.waitForResponse(/announcements/)
    await page.reload()
    await asked
    await expect(app.addressButton(account.address)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(app.dialog(title)).toHaveCount(0)

    // The same announcement in the other language, once a person has chosen that language.
    await page.evaluate(() => localStorage.setItem('APP_LANG', 'en_US'))
    const english = page.waitForResponse(/announcements/)
    await page.reload()
    await english
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Announcements', exact: true }).click()
    const list = page.getByRole('dialog', { name: 'Announcements' })
    await expect(list).toContainText('Maintenance')
    await expect(list).toContainText('First paragraph.')
    await expect(list).not.toContainText('第一段。')
    await page.evaluate(() => localStorage.setItem('APP_LANG', 'zh_CN'))
    await page.reload()
    await expect(app.addressButton(account.address)).toBeVisible()

    await app.menuButton.click()
    await app.drawer.getByRole('button', { name: app.texts.shell.announcements, exact: true }).click()
    await expect(app.dialog(app.texts.shell.announcements)).toContainText(title)
  } finally {
    await sql`update galx.announcements set withdrawn_at = extract(epoch from now())::bigint where id = ${row?.id ?? 0}`
    await sql.end()
  }
})
