import { z } from 'zod'
import { type DraftPlace, readStoredDraft } from '#web/lib/drafts/stored-drafts.ts'
import { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'

const StoredDraft = z.object({
  draft: ReportDraft,
  /** Of the report that was changed; null for one that is not saved yet. */
  revision: z.number().nullable(),
  savedAt: z.iso.datetime(),
})
export type StoredDraft = z.infer<typeof StoredDraft>

/** Undefined where there is none, or one that an older version has written. */
export function readDraft(place: DraftPlace): StoredDraft | undefined {
  return StoredDraft.safeParse(readStoredDraft(place)).data
}
