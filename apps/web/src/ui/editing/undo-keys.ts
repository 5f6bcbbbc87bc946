import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Z and Ctrl+Shift+Z, but where the browser undoes what is typed. */
export function useUndoKeys({ undo, redo }: { undo: () => void; redo: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) redo()
    else undo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
