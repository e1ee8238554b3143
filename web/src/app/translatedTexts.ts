/**
 * Gives each text that React puts among elements an element of its own. A browser's translator puts elements in the place of texts: React then
 * fails where it removes a text that it knows, and changes one that nobody sees any more. A `font` has no look of its own, and is what
 * translators put there themselves. React makes no other texts than those; a text that is all that an element holds it writes into that element.
 */
export function keepTextsInElements(): void {
  document.createTextNode = (text) => {
    const element = document.createElement('font')
    element.textContent = text
    // React changes and hides a text by this property, which elements have without effect.
    Object.defineProperty(element, 'nodeValue', {
      set: (value: string) => (element.textContent = value),
    })
    return element as unknown as Text
  }
}
