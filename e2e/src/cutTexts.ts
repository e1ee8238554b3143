/** Finds texts that a reader cannot read: cut off, outside their button, or over another text. */
import type { Page } from '@playwright/test'

/**
 * @param page as drawn now
 * @returns a line for each fault: the kind and the text
 */
export function findCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Frame = { left: number; right: number; top: number; bottom: number }
    /** A line of a text, without the room above and below its letters. */
    type Line = Frame & { text: string; element: Element; layer: Element | null }
    const BUTTON = 'button, a, summary, [role=tab], [role=radio], [role=option], label'
    const named = ({ text }: Line) => `“${text.slice(0, 60)}”`

    /** The part that lies above the page: a bar, a sheet, a menu. */
    const layerOf = (element: Element | null): Element | null => {
      for (let one = element; one !== null; one = one.parentElement)
        if (one.matches('[role=dialog], [role=menu]') || /fixed|sticky/.test(getComputedStyle(one).position))
          return one
      return null
    }
    const readLines = (): Line[] => {
      const lines: Line[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement!
        const text = node.textContent!.trim()
        if (text === '' || element.closest('.visually-hidden, script, style, svg') !== null) continue
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const half = 0.35 * parseFloat(getComputedStyle(element).fontSize)
        const layer = layerOf(element)
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
          const middle = (top + bottom) / 2
          if (width > 1)
            lines.push({ text, element, layer, left, right, top: middle - half, bottom: middle + half })
        }
      }
      return lines
    }
    const leaves = (line: Line, frame: Frame): 'at the side' | 'above or below' | null =>
      line.right > frame.right + 1 || line.left < frame.left - 1
        ? 'at the side'
        : line.bottom > frame.bottom + 1 || line.top < frame.top - 1
          ? 'above or below'
          : null

    /** How a line is lost; 'elsewhere' if scrolling or a press shows it; null if it is in sight. */
    const lossOf = (line: Line): string | null => {
      for (let one: Element = line.element; one !== document.body; one = one.parentElement!) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(one)
        const way = leaves(line, one.getBoundingClientRect())
        if (way !== null) {
          const overflow = way === 'at the side' ? overflowX : overflowY
          if (/auto|scroll/.test(overflow)) return 'elsewhere'
          // A name, address or code with an ellipsis has a title. The first lines of a button's text lead to the whole text.
          const isAnnounced =
            (textOverflow === 'ellipsis' && one.closest('[title]') !== null) ||
            (webkitLineClamp !== 'none' && one.closest(BUTTON) !== null)
          if (/hidden|clip/.test(overflow)) return isAnnounced ? 'elsewhere' : `cut ${way}`
          if (one.matches(BUTTON) && getComputedStyle(one).display !== 'inline')
            return `outside its button ${way}`
        }
        if (position === 'fixed') break
      }
      return null
    }

    const faults = new Set<string>()
    const shown = readLines().filter((line) => {
      const loss = lossOf(line)
      if (loss !== null && loss !== 'elsewhere') faults.add(`${loss}: ${named(line)}`)
      return loss === null
    })
    shown.sort((one, other) => one.top - other.top)
    for (const [place, one] of shown.entries())
      for (const other of shown.slice(place + 1)) {
        if (other.top > one.bottom - 2) break
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        // Where a text ends with an ellipsis, its hidden lines have places over the last line in sight.
        if (one.layer === other.layer && one.element !== other.element && across > 2)
          faults.add(`over another text: ${named(one)} and ${named(other)}`)
      }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth)
      faults.add(`the page scrolls sideways by ${scrollWidth - clientWidth} pixels`)
    return [...faults]
  })
}
