import { useState } from 'react'
import type { z } from 'zod'
import { useDraftPlace } from '#web/lib/drafts/draft-place.ts'
import { keepFields, restoreFields, sendDraft } from '#web/lib/drafts/field-draft.ts'
import { removeStoredDraft } from '#web/lib/drafts/stored-drafts.ts'

export interface RestoredValue {
  savedAt: string
  /** Somebody else has saved something else since. */
  isChangedSince: boolean
}

interface EnteredValue<T> {
  /** Undefined while nothing is entered. */
  value: T | undefined
  /** What an earlier visit left, until somebody goes on with it. */
  restored: RestoredValue | undefined
  enter: (value: T) => void
  /** Nothing is entered any more. */
  giveUp: () => void
  /** Saves it, after which it is no draft any more. */
  send: <R>(save: () => Promise<R>) => Promise<R>
}

/** One value that is entered and not saved, such as a note, kept in the browser until it is. `shown` is what is saved. */
export function useEnteredValue<T>(of: string, schema: z.ZodType<T>, shown: T): EnteredValue<T> {
  const place = useDraftPlace(of)
  const [found] = useState(() => {
    const restored = restoreFields(place, { value: shown })
    const read = schema.safeParse(restored?.values['value'])
    return restored === undefined || !read.success ? undefined : { ...restored, value: read.data }
  })
  const [entered, setEntered] = useState(found && { value: found.value, isRestored: true })
  const giveUp = () => {
    setEntered(undefined)
    removeStoredDraft(place)
  }
  return {
    value: entered?.value,
    restored:
      entered?.isRestored === true && found !== undefined
        ? { savedAt: found.savedAt, isChangedSince: found.changedSince.length > 0 }
        : undefined,
    enter(value) {
      setEntered({ value, isRestored: false })
      keepFields(place, { value: shown }, { value })
    },
    giveUp,
    send: async (save) => await sendDraft(place, save),
  }
}
