import { useSyncExternalStore } from 'react'

/** Whether the device has a network at all. That the portal can be reached by it is another matter. */
export function isOnline(): boolean {
  return navigator.onLine
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline)
}

/** Resolves when the network is back, at once if it is there. */
export async function backOnline(): Promise<void> {
  if (isOnline()) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
