import type { InvitePreviewData } from '@galx/protocol/http/community'
import { useEffect, useState } from 'react'
import { ApiError } from '../core/api/client.ts'
import { getInvitePreview } from '../core/api/mainApi.ts'
import { isWholeCode } from './inviteCode.ts'

export type InvitePreview =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'found'; inviter: InvitePreviewData }
  /** nobody has this code */
  | { status: 'invalid' }
  | { status: 'unreachable' }

type Answer = {
  code: string
  preview: InvitePreview
}

/** The inviter of a code, requested as soon as the code is complete. `retry` asks again after `unreachable`. */
export function useInvitePreview(code: string): { preview: InvitePreview; retry: () => void } {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!isWholeCode(code)) return
    let live = true
    getInvitePreview(code).then(
      (inviter) => live && setAnswer({ code, preview: { status: 'found', inviter } }),
      (error: unknown) => live && setAnswer({ code, preview: { status: previewFailure(error) } }),
    )
    return () => {
      live = false
    }
  }, [code, attempt])

  const retry = () => {
    setAnswer(null)
    setAttempt((count) => count + 1)
  }
  if (!isWholeCode(code)) return { preview: { status: 'none' }, retry }
  return { preview: answer?.code === code ? answer.preview : { status: 'loading' }, retry }
}

/** A refusal means that the server knows no such code; any other error means that the server could not be asked. */
export function previewFailure(error: unknown): 'invalid' | 'unreachable' {
  return error instanceof ApiError && error.kind === 'refused' ? 'invalid' : 'unreachable'
}
