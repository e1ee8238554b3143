/**
 * Lets React work on a page that a translator has changed. A translator puts elements in the place of texts, or around texts. React still
 * holds the original texts. Without this code, React would throw when it removes such a text or inserts something before it, and changed
 * texts would never appear.
 */

/** The translator's elements, by the text that each element has replaced. */
const replacements = new WeakMap<Node, Element>()

/** @returns the child of `parent` that holds or replaces `node`; null if there is no such child */
function childFor(node: Node, parent: Node): Node | null {
  for (let own: Node | null = node; own !== null; own = own.parentNode) {
    if (own.parentNode === parent) return own
  }
  const replacement = replacements.get(node)
  return replacement === undefined ? null : childFor(replacement, parent)
}

/** Follows changes from now on. */
export function followTranslators(): void {
  const { removeChild, insertBefore } = Node.prototype
  const observer = new MutationObserver((records) => records.forEach(follow))
  observer.observe(document.body, { childList: true, subtree: true })

  function follow({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    // React has changed the text. Put the text back in place of its translation, where the translator finds it.
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
