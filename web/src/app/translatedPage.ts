/**
 * Lets React go on working on a page that a translator has changed. A translator puts elements in the place of texts, or around texts. React still
 * holds the texts that it made: removing such a text, or inserting something before it, would throw, and nobody would see a change of the text.
 */

/** By a text that is no longer in the page: the translator's element in its place. */
const replacements = new WeakMap<Node, Element>()

/** @returns the child of `parent` that holds `node` or replaces it; null where there is none */
function childFor(node: Node, parent: Node): Node | null {
  for (let own: Node | null = node; own !== null; own = own.parentNode) {
    if (own.parentNode === parent) return own
  }
  const replacement = replacements.get(node)
  return replacement === undefined ? null : childFor(replacement, parent)
}

/** Starts with the page as it is now. */
export function followTranslators(): void {
  const { removeChild, insertBefore } = Node.prototype
  const observer = new MutationObserver((records) => records.forEach(follow))
  observer.observe(document.body, { childList: true, subtree: true })

  function follow({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    // A new text stands in the page in place of its translation. The translator finds it there.
    if (type === 'characterData') return takeBack(target)
    const [replacement] = [...addedNodes].filter((node) => node instanceof Element)
    if (replacement === undefined) return
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue
      replacements.set(text, replacement)
      observer.observe(text, { characterData: true })
    }
  }

  function takeBack(text: Node): void {
    replacements.get(text)?.replaceWith(text)
    replacements.delete(text)
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = child.parentNode === this || !(child instanceof Text) ? child : childFor(child, this)
    if (own !== null) removeChild.call(this, own)
    replacements.delete(child)
    return child
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (replacements.has(node)) takeBack(node)
    const own = next instanceof Text ? childFor(next, this) : next
    insertBefore.call(this, node, own)
    return node
  }
}
