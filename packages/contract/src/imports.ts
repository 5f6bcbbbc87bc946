import { z } from 'zod'
import { QueryFlag, pageOf, searchBodyOf } from './paging.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { recordTypes } from './record-types.ts'
import { Guid, Instant, isStorable } from './scalars.ts'

/** The largest file that is taken. */
export const importBytesLimit = 10 * 2 ** 30

/**
 * - `uploading`: not all of the file is there
 * - `running`: it is read, or waits for others
 * - `undoing`: its calls are being deleted
 * - `failed`: says why in `error`; what was read before stays, as with `stopped`
 */
export const importStates = [
  'uploading',
  'running',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

export const importWays = ['upload', 'command', 'folder'] as const
export type ImportWay = (typeof importWays)[number]

export const importWayLabels = {
  upload: 'Upload',
  command: 'Command',
  folder: 'Watched folder',
} as const satisfies Record<ImportWay, string>

/** What became of the calls that an import brought, when it is undone. */
export const ImportUndo = z.strictObject({
  /** That are deleted. */
  calls: z.int(),
  /** Of those, how many somebody has said something of: tags, a note, a score and so on. */
  annotated: z.int(),
  /** Of those, how many have recordings, which go with them. */
  recorded: z.int(),
  /** That stay, as they or the calls they are legs of are under legal hold. */
  held: z.int(),
  /** That stay, as something else has changed them since. */
  changed: z.int(),
  /** That are not there any more. */
  gone: z.int(),
})
export type ImportUndo = z.infer<typeof ImportUndo>

/** A file of a source, and what became of it. */
export const Import = z.strictObject({
  id: Guid,
  sourceId: Guid,
  sourceName: z.string(),
  customerId: Guid,
  customerName: z.string(),
  sourceSystem: z.string(),
  /** The name of the file. */
  name: z.string(),
  way: z.enum(importWays),
  state: z.enum(importStates),
  /** It only counts what would happen. */
  isDryRun: z.boolean(),
  /** Who uploaded it; null of commands and folders. */
  userId: Guid.nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  bytes: z.int(),
  /** How much of an upload is there. */
  bytesReceived: z.int(),
  bytesRead: z.int(),
  /** Lines, rows or legs that were read. */
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Lines that are no part of a call, and calls that were refused: in the quarantine, unless it was a dry run. */
  rejected: z.int(),
  /** Why, the most frequent first; the number of rarer ones stands under an empty description. */
  rejections: z.array(
    z.strictObject({
      description: z.string(),
      count: z.int(),
      /** What was wrong with one of them, as JSON and cut short; null where nothing can be shown. */
      value: z.string().nullable(),
    }),
  ),
  rowsPerSecond: z.int().nullable(),
  secondsLeft: z.int().nullable(),
  /** Of what may be wrong, each a sentence. */
  warnings: z.array(z.string()),
  /** A sentence for people. */
  error: z.string().nullable(),
  /** The same file was imported before, from the same source. */
  sameAs: z.strictObject({ id: Guid, createdAt: Instant }).nullable(),
  /** When the earliest and the latest of its calls began. */
  firstCallAt: Instant.nullable(),
  lastCallAt: Instant.nullable(),
  /** Until when the file is kept, and so long it can be undone; null when it is gone or was never kept. */
  keptUntil: Instant.nullable(),
  /** How far it is undone, and what stayed. */
  undo: ImportUndo.nullable(),
  revision: z.int(),
})
export type Import = z.infer<typeof Import>

export const importSorts = ['createdAt', 'name', 'sourceName', 'state', 'rows', 'rejected'] as const

const path = recordTypes.import.apiPath
const importId = z.strictObject({ id: idOf('import') })

const FileName = z
  .string()
  .trim()
  .min(1, 'is missing')
  .max(255)
  .refine((name) => isStorable(name) && !/[/\\]/.test(name), { error: 'is not a name of a file' })

const FileContent = withExample(
  z.string(),
  '"","4155550123","2125550100","from-trunk","4155550123","SIP/trunk-1","SIP/301-1","Dial","SIP/301,60,t","2026-03-02 15:00:00","2026-03-02 15:00:10","2026-03-02 15:01:00",60,50,"ANSWERED","DOCUMENTATION"',
)

export const createImport = endpoint({
  method: 'POST',
  path,
  summary:
    'Takes a file of a source, up to 10 GB, as the body, and imports it. In parts with Content-Range (`bytes 0-999/5000`): while some are missing it is `uploading`, and says how many bytes are there; the next part begins with the byte after them, else 416 tells it. Without Content-Range an upload that broke off starts again. For admins.',
  query: z.strictObject({
    sourceId: idOf('source'),
    fileName: withExample(FileName, 'Master.csv'),
    dryRun: QueryFlag.default(false).describe('Counts what would happen, and changes nothing.'),
  }),
  body: z.unknown(),
  consumes: ['application/octet-stream', 'text/csv'],
  contents: { 'application/octet-stream': FileContent, 'text/csv': FileContent },
  response: Import,
  status: 201,
})

export const searchImports = endpoint({
  method: 'POST',
  path: `${path}/search`,
  summary:
    'Imports by keyword, source, customer and state, the newest first unless sorted otherwise; for admins.',
  body: searchBodyOf(importSorts, {
    sourceId: Guid.optional(),
    customerId: Guid.optional(),
    states: z.array(z.enum(importStates)).max(importStates.length).optional(),
  }),
  response: pageOf(Import),
  effect: 'read',
})

export const getImport = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'An import, and how far it is; for admins.',
  params: importId,
  response: Import,
})

export const stopImport = endpoint({
  method: 'POST',
  path: `${path}/{id}/stop`,
  summary:
    'Stops an import that is uploaded or read; what was read stays. One that has ended stays as it is. For admins.',
  params: importId,
  response: Import,
})

export const undoImport = endpoint({
  method: 'POST',
  path: `${path}/{id}/undo`,
  summary:
    'Says which calls an import brought that nothing has changed since; with `confirm` it deletes them, in the background, but for those under legal hold. For admins.',
  params: importId,
  body: withExample(z.strictObject({ confirm: z.boolean().default(false) }), { confirm: false }),
  response: z.strictObject({ undo: ImportUndo, import: Import }),
})

/** A call that was there before, and that an import changed. */
export const UpdatedCall = z.strictObject({
  id: Guid,
  /** Null when it is gone since. */
  externalCallId: z.string().nullable(),
  startedAt: Instant.nullable(),
})
export type UpdatedCall = z.infer<typeof UpdatedCall>

export const listUpdatedCalls = endpoint({
  method: 'GET',
  path: `${path}/{id}/updated`,
  summary:
    'Calls that were there before an import and that it changed, in the order of the file; for admins.',
  params: importId,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    pagesize: z.coerce.number().int().min(1).max(200).default(25),
  }),
  response: pageOf(UpdatedCall),
})
