import { useState } from 'react'
import { z } from 'zod'
import { columnsOf } from '#web/features/calls/columns.tsx'

const Keys = z.array(z.string()).min(1)

const storageKey = (userId: string) => `callColumns:${userId}`

/** The columns of the call list that a user chose on this device; undefined until they choose, and after a reset. */
export function useChosenColumns(userId: string) {
  const [keys, setKeys] = useState(() => readKeys(userId))
  function choose(next: string[] | undefined) {
    if (next === undefined) localStorage.removeItem(storageKey(userId))
    else localStorage.setItem(storageKey(userId), JSON.stringify(next))
    setKeys(next)
  }
  return [keys, choose] as const
}

function readKeys(userId: string): string[] | undefined {
  try {
    const keys = Keys.safeParse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? 'null')).data
    // Without a single known column the rows would be empty.
    return keys !== undefined && columnsOf(keys).length > 0 ? keys : undefined
  } catch {
    return undefined
  }
}
