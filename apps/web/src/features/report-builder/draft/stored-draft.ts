import { z } from 'zod'
import { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'

const StoredDraft = z.object({
  draft: ReportDraft,
  /** Of the report that was changed; null for one that is not saved yet. */
  revision: z.number().nullable(),
  savedAt: z.iso.datetime(),
})
export type StoredDraft = z.infer<typeof StoredDraft>

/** Where unsaved changes of a report are kept in this browser. */
export interface DraftPlace {
  userId: string
  /** Of the report, or what stands for a new one. */
  reportId: string
}

function keyOf({ userId, reportId }: DraftPlace): string {
  return `reportDraft:${userId}:${reportId}`
}

/** Undefined where there is none, or one that an older version has written. */
export function readDraft(place: DraftPlace): StoredDraft | undefined {
  try {
    return StoredDraft.safeParse(JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** A browser whose storage is full keeps no drafts; the question before leaving is asked all the same. */
export function writeDraft(place: DraftPlace, stored: StoredDraft): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(stored))
  } catch {
    removeDraft(place)
  }
}

export function removeDraft(place: DraftPlace): void {
  localStorage.removeItem(keyOf(place))
}
