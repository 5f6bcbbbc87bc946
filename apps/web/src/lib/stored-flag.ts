import { useSyncExternalStore } from 'react'
import { readStoredText, storeText } from '#web/lib/stored-text.ts'

/** A flag in local storage that all tabs follow; undefined until somebody chooses. */
export interface StoredFlag {
  read: () => boolean | undefined
  write: (value: boolean) => void
  subscribe: (listener: () => void) => () => void
}

export function storedFlag(key: string): StoredFlag {
  const listeners = new Set<() => void>()
  return {
    read: () => flagOf(readStoredText(key)),
    write: (value) => {
      storeText(key, String(value))
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      listeners.add(listener)
      addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', onStorage)
      }
    },
  }
}

export function useStoredFlag(flag: StoredFlag): boolean | undefined {
  return useSyncExternalStore(flag.subscribe, flag.read)
}

function flagOf(text: string | null): boolean | undefined {
  if (text === 'true') return true
  return text === 'false' ? false : undefined
}
