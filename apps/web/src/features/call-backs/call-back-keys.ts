import { type RefObject, useEffect } from 'react'

/** What a key does to the caller with the focus; each is a button of the row. */
const callBackKeys = {
  t: 'take',
  c: 'calledBack',
  r: 'remind',
  n: 'notNeeded',
} as const

const usersOfKeys =
  'input, textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=dialog]'

/** j or ↓ goes to the next caller, k or ↑ to the one before, and the keys above act on the one with the focus. */
export function useCallBackKeys(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { current } = list
      if (current === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(usersOfKeys) !== null) return
      if (move(current, event.key) || act(current, event.key)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [list])
}

/** Puts the focus on the caller’s link. */
export function focusCaller(list: HTMLElement | null, id: string): void {
  const row = rowsOf(list).find((one) => one.dataset['caller'] === id)
  row?.querySelector<HTMLElement>('a')?.focus()
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[data-caller]')]
}

function move(list: HTMLElement, key: string): boolean {
  const step = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0
  if (step === 0) return false
  const rows = rowsOf(list)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? 0 : at + step]
  next?.querySelector<HTMLElement>('a')?.focus()
  return next !== undefined
}

function act(list: HTMLElement, key: string): boolean {
  const action = new Map<string, string>(Object.entries(callBackKeys)).get(key)
  const row = rowsOf(list).find((one) => one.contains(document.activeElement))
  const button = action && row?.querySelector<HTMLElement>(`[data-action="${action}"]`)
  if (!button) return false
  button.click()
  return true
}
