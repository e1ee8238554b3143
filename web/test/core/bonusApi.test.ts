import { beforeEach, expect, it, vi } from 'vitest'
import { getAccountEpoch } from '../../src/core/api/bonusApi.ts'
import { callServer } from '../../src/core/api/client.ts'

vi.mock('../../src/core/api/client.ts', async (original) => ({
  ...(await original<object>()),
  callServer: vi.fn(),
}))

const ACCOUNT = `0x${'ab'.repeat(20)}`

beforeEach(() => {
  vi.mocked(callServer).mockReset()
})

it('asks for one calculation at a time, also after a failure', async () => {
  const answers: ((fails: boolean) => void)[] = []
  vi.mocked(callServer).mockImplementation(
    () =>
      new Promise((resolve, reject) =>
        answers.push((fails) => (fails ? reject(new Error('refused')) : resolve({}))),
      ) as never,
  )
  const results = [1, 2, 3].map((epoch) => getAccountEpoch(epoch, ACCOUNT))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!(true)
  await expect(results[0]).rejects.toThrow('refused')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!(false)
  await results[1]
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[2]!(false)
  await results[2]
  expect(vi.mocked(callServer).mock.calls.map(([, , path]) => path)).toEqual(
    [1, 2, 3].map((epoch) => `/api/epochs/${epoch}/account/${ACCOUNT}`),
  )
})
