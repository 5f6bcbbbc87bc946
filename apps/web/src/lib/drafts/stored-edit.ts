import { useEffect, useState } from 'react'
import { z } from 'zod'
import {
  type DraftPlace,
  readStoredDraft,
  removeStoredDraft,
  storeDraft,
} from '#web/lib/drafts/stored-drafts.ts'

/** Something whole that was edited and not saved, such as a report or a dashboard. */
export interface StoredEdit<T> {
  draft: T
  /** Of what was changed; null for what is not saved yet. */
  revision: number | null
  savedAt: string
}

/** Undefined where there is none, or one that an older version has written. */
export function readStoredEdit<T>(
  place: DraftPlace | undefined,
  schema: z.ZodType<T>,
): StoredEdit<T> | undefined {
  const stored = readStoredDraft(place)
  return z
    .object({ draft: schema, revision: z.number().nullable(), savedAt: z.iso.datetime() })
    .safeParse(stored).data
}

/** Keeps what is edited in the browser for as long as it differs from what is saved. */
export function useStoredEdit<T>(
  place: DraftPlace | undefined,
  edit: Omit<StoredEdit<T>, 'savedAt'> & { isChanged: boolean },
): void {
  const { draft, revision, isChanged } = edit
  // What an earlier visit left keeps its time until something else is edited.
  const [found] = useState(() => ({ ...readTime(place), draft }))
  useEffect(() => {
    const savedAt = (draft === found.draft ? found.savedAt : undefined) ?? new Date().toISOString()
    if (isChanged) storeDraft(place, { draft, revision, savedAt } satisfies StoredEdit<T>)
    else removeStoredDraft(place)
  }, [place, draft, revision, isChanged, found])
}

function readTime(place: DraftPlace | undefined): { savedAt?: string } {
  return z.object({ savedAt: z.iso.datetime() }).safeParse(readStoredDraft(place)).data ?? {}
}
