type Child = Node | string | null | false
type Properties = {
  class?: string
  role?: string
  label?: string
  type?: string
  disabled?: boolean
  readOnly?: boolean
  pressed?: boolean
  value?: string
  rows?: number
  placeholder?: string
  onClick?: () => void
  onInput?: (value: string) => void
}

/** An element of the page. Children that are strings become text nodes, so that no text from the chain or a file is parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { label, pressed, onClick, onInput, class: name, ...properties }: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  Object.assign(made, properties)
  if (name !== undefined) made.className = name
  if (label !== undefined) made.setAttribute('aria-label', label)
  if (pressed !== undefined) made.setAttribute('aria-pressed', String(pressed))
  if (onClick !== undefined) made.addEventListener('click', onClick)
  if (onInput !== undefined) made.addEventListener('input', () => onInput((made as HTMLInputElement).value))
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false))
  return made
}
