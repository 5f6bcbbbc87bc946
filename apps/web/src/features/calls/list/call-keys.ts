import { useEffect, useEffectEvent, useRef } from 'react'

/** A step to the previous (-1) or the next (1) call of the list. */
export type CallStep = -1 | 1

interface CallKeysInput {
  callId: string
  /** The call next to another one, if it is loaded. */
  neighbourOf: (id: string, step: CallStep) => string | undefined
  onShow: (id: string) => void
}

/**
 * While a call is open, j or ↓ shows the next one and k or ↑ the previous one, unless the focused element needs the
 * keys. A held key continues from the call it reached, even if the screen has not caught up.
 */
export function useCallKeys({ callId, neighbourOf, onShow }: CallKeysInput): void {
  const reached = useRef(callId)
  const onTheirWay = useRef(new Set<string>())
  useEffect(() => {
    // The screen shows a call that the keys have already passed.
    if (callId !== reached.current && onTheirWay.current.has(callId)) return
    reached.current = callId
    onTheirWay.current.clear()
  }, [callId])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event)
    const id = step === undefined ? undefined : neighbourOf(reached.current, step)
    if (id === undefined) return
    event.preventDefault()
    reached.current = id
    onTheirWay.current.add(id)
    onShow(id)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const usersOfKeys =
  'input, textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=radiogroup]'

function stepOf(event: KeyboardEvent): CallStep | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.target instanceof Element && event.target.closest(usersOfKeys) !== null) return undefined
  if (event.key === 'j' || event.key === 'ArrowDown') return 1
  return event.key === 'k' || event.key === 'ArrowUp' ? -1 : undefined
}
