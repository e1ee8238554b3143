/** Joins the class names that are set; the others (undefined, false, '') are left out. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
