import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Player } from '#web/features/recordings/player/player.ts'
import { changeRate } from '#web/lib/playback/playback.ts'

/** What the keys do, for the player's help. */
export const playerKeys = [
  { keys: 'Space or k', does: 'play, pause' },
  { keys: 'j', does: '10 seconds back' },
  { keys: 'l', does: '10 seconds forward' },
  { keys: '← →', does: '5 seconds back, forward' },
  { keys: '< >', does: 'slower, faster' },
] as const

interface KeysOf {
  player: Player
  /** Where the keys are heard; anywhere on the page unless given. */
  within?: RefObject<HTMLElement | null> | undefined
}

/** Plays by keys, unless the focused element needs them. */
export function usePlayerKeys({ player, within }: KeysOf): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event, player)
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const heard = within === undefined ? window : within.current
    const listener = (event: Event) => event instanceof KeyboardEvent && press(event)
    heard?.addEventListener('keydown', listener)
    return () => heard?.removeEventListener('keydown', listener)
  }, [within])
}

const usersOfKeys =
  'input, textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=slider]:not([data-waveform])'
const usersOfSpace = 'button, a, summary, [role=button]'

function actionOf(event: KeyboardEvent, player: Player): (() => void) | undefined {
  const { target, key, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey) return undefined
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (isIn(usersOfKeys) || (key === ' ' && isIn(usersOfSpace))) return undefined
  // Elsewhere they scroll the page.
  if (isIn('[data-waveform]') && key === 'Home') return () => player.seekTo(0)
  if (isIn('[data-waveform]') && key === 'End') return () => player.seekTo(player.duration)
  const actions: Partial<Record<string, () => void>> = {
    ' ': player.toggle,
    k: player.toggle,
    j: () => player.skip(-10),
    l: () => player.skip(10),
    ArrowLeft: () => player.skip(-5),
    ArrowRight: () => player.skip(5),
    '<': () => changeRate(-1),
    '>': () => changeRate(1),
  }
  return actions[key]
}
