/** Joins the class names that are set and leaves out undefined, false and ''. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
