import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Whoever leaves the full screen of the browser leaves what was shown there. */
export function useFullScreen(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const follow = () => {
      if (!isFullScreen()) leave()
    }
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      // Another page may have ended it already.
      if (isFullScreen()) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}

/** Of telephones, some have none. */
function isFullScreen(): boolean {
  return document.fullscreenElement instanceof Element
}

/** A browser may refuse it, or not know it: then the board fills its window. */
export async function enterFullScreen(): Promise<void> {
  const { documentElement: whole } = document
  if ('requestFullscreen' in whole) await whole.requestFullscreen().catch(() => undefined)
}

/** Keeps the screen from going dark while the page is seen, where the browser can. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await given?.release()
      else lock = given
    }
    const follow = () => void ask()
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', follow)
      void lock?.release()
    }
  }, [])
}

/** Nothing of the page under it can be reached while it is shown; it has the focus. */
export function useAloneOnScreen(): RefObject<HTMLDivElement | null> {
  const focused = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const page = document.getElementById('root')
    page?.setAttribute('inert', '')
    focused.current?.focus()
    return () => page?.removeAttribute('inert')
  }, [])
  return focused
}
