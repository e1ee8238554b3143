import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import { loadLanguage } from '../../../src/i18n/texts.ts'
import { BindForm } from '../../../src/invitation/BindForm.tsx'
import { initialAppState, useAppStore } from '../../../src/core/state/appStore.ts'
import { ACCOUNT, config, INVITER } from '../../staking/fixtures.ts'

const info = { address: ACCOUNT, FAddress: INVITER, inviterStatus: 'pending' }
const preview = { address: INVITER, inviteCode: 'ABCD2345', team: { direct: 3, total: 8 }, registeredAt: 1 }

/** Answers the app's requests by path; an unlisted path cannot be reached. */
function serve(answers: Record<string, { code: number; message?: string; data?: unknown }>) {
  const requests: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, init: { body?: string }) => {
    const path = url.split('?')[0] ?? ''
    requests.push({ path, body: init.body === undefined ? null : JSON.parse(init.body) })
    const answer = answers[path]
    return answer === undefined
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(JSON.stringify(answer), { status: 200 }))
  })
  return requests
}

beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({
    address: ACCOUNT,
    connection: 'connected',
    userToken: 'token',
    signInStatus: 'signedIn',
  })
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  useAppStore.setState(initialAppState(), true)
  await loadLanguage('zh_CN')
})

describe('the bind form', () => {
  it('fills in the saved code, shows the inviter and binds', async () => {
    const requests = serve({
      '/api/invitePreview': { code: 200, data: preview },
      '/api/bindSuggest1': { code: 200, data: info },
    })
    const onBound = vi.fn()
    render(<BindForm initialCode="abcd2345" onBound={onBound} />)
    expect((screen.getByLabelText('邀请码') as HTMLInputElement).value).toBe('ABCD2345')
    expect(await screen.findByText('直接成员 3 · 团队 8')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '绑定邀请人' }))
    await vi.waitFor(() => expect(onBound).toHaveBeenCalled())
    expect(requests).toContainEqual({ path: '/api/bindSuggest1', body: { inviteCode: 'ABCD2345' } })
    expect(useAppStore.getState().userInfo).toMatchObject(info)
  })

  it('shows no team size before the size is known', async () => {
    const unknown = { ...preview, team: { direct: null, total: null } }
    serve({ '/api/invitePreview': { code: 200, data: unknown } })
    render(<BindForm initialCode="abcd2345" onBound={vi.fn()} />)
    expect(await screen.findByTitle(INVITER)).toBeTruthy()
    expect(screen.queryByText(/直接成员/)).toBeNull()
  })

  it.each([
    ['zh_CN', '邀请码', '邀请码无效，请与邀请你的人核对'],
    ['en_US', 'Invite code', 'This invite code is not valid, please check it with your inviter'],
  ] as const)('prompts for an invalid invite code in %s', async (language, label, prompt) => {
    await loadLanguage(language)
    serve({ '/api/invitePreview': { code: 1101, message: 'unknown' } })
    render(<BindForm initialCode={null} />)
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'ZZZZ9999' } })
    expect(await screen.findByText(prompt)).toBeTruthy()
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  })

  async function refuse(answer: { code: number; message: string }) {
    serve({ '/api/invitePreview': { code: 200, data: preview }, '/api/bindSuggest1': answer })
    render(<BindForm initialCode="ABCD2345" />)
    await screen.findByText('直接成员 3 · 团队 8')
    fireEvent.click(screen.getByRole('button', { name: '绑定邀请人' }))
  }

  it('says a refused binding in the present language by the code, also after the language has changed', async () => {
    await refuse({ code: 1103, message: 'This inviter is a member of your own team' })
    expect(await screen.findByText('该邀请人是您的团队成员')).toBeTruthy()
    await act(() => loadLanguage('en_US'))
    expect(screen.getByText('This inviter is a member of your own team')).toBeTruthy()
    await act(() => loadLanguage('zh_CN'))
    expect(screen.getByText('该邀请人是您的团队成员')).toBeTruthy()
  })

  it('shows the server’s own words for a code that the app does not know', async () => {
    await refuse({ code: 1199, message: '邀请已暂停' })
    expect(await screen.findByText('邀请已暂停')).toBeTruthy()
  })

  it('refuses the account’s own code before asking the server', async () => {
    serve({ '/api/invitePreview': { code: 200, data: { ...preview, address: ACCOUNT } } })
    render(<BindForm initialCode="ABCD2345" />)
    expect(await screen.findByText('这是你自己的邀请码，不能邀请自己')).toBeTruthy()
    expect(screen.getByRole('button', { name: '绑定邀请人' }).hasAttribute('disabled')).toBe(true)
  })

  it('distinguishes an unreachable server from an invalid code, and tries again', async () => {
    serve({})
    render(<BindForm initialCode="ABCD2345" />)
    expect(await screen.findByText('服务器暂时连不上，暂时无法核对')).toBeTruthy()
    serve({ '/api/invitePreview': { code: 200, data: preview } })
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('直接成员 3 · 团队 8')).toBeTruthy()
  })
})
