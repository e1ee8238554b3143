import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The range of the text that an input inserted: from `from` up to `to`. */
type Inserted = { from: number; to: number }

export type Clean = (raw: string, inserted: Inserted) => string

type LastInput = {
  caret: number
  /** the text that was inserted at once, and the field's text since */
  put: { from: string; to: string } | null
}

/**
 * A controlled field that cleans its text at every input. The caret stays after the same character. Text that was
 * inserted at once (pasted, dropped, dictated) is compared with its cleaned form.
 * @returns `changed`: the inserted text and its cleaned form, while the field holds it; null if cleaning changed nothing
 */
export function useCleanInput(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  clean: Clean,
  onChange: (value: string) => void,
) {
  // A new object at each input: even an input that changes nothing must put the caret back.
  const [last, setLast] = useState<LastInput | null>(null)
  const handled = useRef(last)
  const pasteAt = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (handled.current === last || last === null) return
    handled.current = last
    const field = input.current
    if (field !== null && document.activeElement === field) field.setSelectionRange(last.caret, last.caret)
  })

  return {
    changed: last?.put?.to === value ? last.put : null,
    /** Stores the start of a paste. Afterwards the start is ambiguous if the pasted text begins like the earlier text. */
    paste: (field: HTMLInputElement) => {
      pasteAt.current = field.selectionStart
    },
    change: (field: HTMLInputElement) => {
      const raw = field.value
      const to = field.selectionStart ?? raw.length
      const inserted = { from: Math.min(pasteAt.current ?? commonStart(value, raw), to), to }
      pasteAt.current = null
      const next = clean(raw, inserted)
      const piece = raw.slice(inserted.from, to).trim()
      // The inserted text may equal text of the field. The part that was cut off is then not visible.
      const differs = piece.length > 1 && next !== raw.trim()
      setLast({
        caret: Math.min(clean(raw.slice(0, to), inserted).length, next.length),
        put: differs ? { from: piece.slice(0, 40), to: next } : null,
      })
      onChange(next)
    },
  }
}

/** The length of the common beginning of two texts. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
