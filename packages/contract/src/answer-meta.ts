import { z } from 'zod'
import { Filter, WordsCut } from './calls.ts'
import { recalculatingNote } from './recalculating-note.ts'
import { Guid, Instant } from './scalars.ts'

/** Which calls an answer of a report is of, and how many rows there are. */
export const AnswerMeta = z.strictObject({
  reportId: Guid.nullable(),
  reportName: z.string(),
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  filters: z.array(Filter),
  isCut: WordsCut,
  isRecalculating: z.literal(true).optional().describe(recalculatingNote),
  answerWithinSeconds: z.int(),
  /** All rows, whatever the page. */
  rowCount: z.int(),
  /** If the limit of the report leaves rows out, and no row tells of them: how many there are with these. */
  allRowCount: z.int().optional(),
  /** By which ages are told. */
  generatedAt: Instant,
  /** Of a report of calls: later pages that are asked for with it are of the same calls. */
  cursor: z.string().optional(),
  elapsedMs: z.number(),
})
