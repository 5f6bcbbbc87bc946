import { useState } from 'react'
import { z } from 'zod'
import { storeText } from '#web/lib/stored-text.ts'

const Keys = z.array(z.string()).min(1)

/**
 * The keys of the columns of a table that a user chose on this device, kept under a name; undefined until they choose, and
 * after a reset. Keys that the table does not know are no choice.
 */
export function useChosenColumns(storageKey: string, known: readonly string[]) {
  const [keys, setKeys] = useState(() => readChosenColumns(storageKey))
  function choose(next: string[] | undefined) {
    if (next === undefined) localStorage.removeItem(storageKey)
    else storeText(storageKey, JSON.stringify(next))
    setKeys(next)
  }
  const chosen = keys?.filter((key) => known.includes(key))
  // Without a single known column the rows would be empty.
  return [chosen?.length === 0 ? undefined : chosen, choose] as const
}

/** What was chosen under a name. */
export function readChosenColumns(storageKey: string): string[] | undefined {
  try {
    return Keys.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined
  }
}
