import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The range of the text that an input inserted: from `from` up to `to`. */
type Inserted = { from: number; to: number }

export type Clean = (raw: string, inserted: Inserted) => string

type LastInput = {
  caret: number
  /** the text that was inserted at once, and the text that the field has had since then */
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
    /** Stores where a paste starts. Afterwards the start cannot be found by comparison if the pasted text begins like the text that it replaces. */
    paste: (field: HTMLInputElement) => {
      pasteAt.current = field.selectionStart
      // The browser changes the field before it runs this. A paste that changes nothing must not count as the start of the next input.
      setTimeout(() => (pasteAt.current = null))
    },
    change: (field: HTMLInputElement) => {
      const raw = field.value
      const to = field.selectionStart ?? raw.length
      const inserted = { from: Math.min(pasteAt.current ?? commonStart(value, raw), to), to }
      pasteAt.current = null
      const next = clean(raw, inserted)
      const piece = raw.slice(inserted.from, to).trim()
      // Compares the whole field: the cleaned field may equal `piece` although a part was cut off, if the field already had the same text.
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
