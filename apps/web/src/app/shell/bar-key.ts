import { useEffect, useEffectEvent } from 'react'

/** Listens for a key, such as `/`, while nobody is typing. */
export function useBarKey(wanted: string, onKey: () => void): void {
  const hear = useEffectEvent(onKey)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== wanted || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      hear()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [wanted])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"], [contenteditable=""]') !== null
  )
}
