/** The text entered into a field of a form. */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** Focuses the field that needs attention. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}
