import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Where an input put text: from `from` up to `to`. */
type Inserted = { from: number; to: number }

export type Clean = (raw: string, inserted: Inserted) => string

type LastInput = {
  caret: number
  /** what was put in at once, and what the field holds since */
  put: { from: string; to: string } | null
}

/**
 * A controlled field whose text is cleaned at every input: the caret stays behind the character it was behind, and what was
 * put in at once (pasted, dropped, dictated) is compared with what became of it.
 * @returns `changed`: what was put in and what it was changed to, while the field holds it; null where nothing was changed
 */
export function useCleanInput(
  input: RefObject<HTMLInputElement | null>,
  value: string,
  clean: Clean,
  onChange: (value: string) => void,
) {
  // A new object at each input: also an input that changes nothing must put the caret back.
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
    /** A paste says where it begins; afterwards the text alone would not tell, where it begins as the text before did. */
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
      // What is put in may be in the field already, and what was cut off then is not seen.
      const differs = piece.length > 1 && next !== raw.trim()
      setLast({
        caret: Math.min(clean(raw.slice(0, to), inserted).length, next.length),
        put: differs ? { from: piece.slice(0, 40), to: next } : null,
      })
      onChange(next)
    },
  }
}

/** How many characters two texts have in common at their beginning. */
function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
