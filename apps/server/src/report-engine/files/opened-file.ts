import {
  exportTypes,
  type FileFormat,
  isForReading,
  readableRowLimit,
} from '@callboard/contract/export-types'
import { formatCount } from '@callboard/contract/format'
import type { Span } from '@callboard/contract/period'
import type { Snapshot, Snapshots } from '../../db/calls/snapshots.ts'
import { AppError } from '../../lib/app-error.ts'
import { safeFileNamePart } from '../../lib/files/safe-file-name.ts'

/** A file that is ready to be written; the client has not been sent anything yet. */
export interface OpenedFile {
  contentType: string
  fileName: string
  /** How many rows it will have, without headers, and of which snapshot they are. */
  rowCount: number
  snapshot: Snapshot
  headers: Readonly<Record<'x-row-count' | 'x-snapshot', string>>
  /** To be read, or returned unread: until then the rows of the snapshot are kept. */
  bytes: AsyncIterableIterator<Uint8Array, undefined>
}

export interface FileSubject {
  format: FileFormat | 'json'
  /** Of the report, for people. */
  name: string
  span: Pick<Span, 'from' | 'to'>
  /** What its rows were filtered by, in a few words each. */
  conditions?: readonly string[]
}

type Contents = Pick<OpenedFile, 'rowCount'> & { bytes: AsyncGenerator<Uint8Array, void> }

/** Opens a file all of whose rows are of one snapshot, which is kept until the file ends; by others where it is given. */
export async function openAtSnapshot(
  { snapshots, at: given }: { snapshots: Snapshots; at?: Snapshot | undefined },
  subject: FileSubject & { format: FileFormat },
  open: (at: Snapshot) => Promise<Contents>,
): Promise<OpenedFile> {
  const { at, end } = given === undefined ? await snapshots.open() : { at: given, end: () => {} }
  try {
    const { rowCount, bytes } = await open(at)
    if (isForReading(subject.format) && rowCount > readableRowLimit) {
      const [limit, rows] = [readableRowLimit, rowCount].map(formatCount)
      throw new AppError(
        'tooManyRows',
        `This format supports up to ${limit} rows, and there are ${rows}. Choose another format.`,
      )
    }
    return {
      contentType: contentTypeOf(subject.format),
      fileName: fileNameOf(subject),
      rowCount,
      snapshot: at,
      headers: { 'x-row-count': String(rowCount), 'x-snapshot': String(at.number) },
      bytes: endingWith(bytes, end),
    }
  } catch (error) {
    end()
    throw error
  }
}

/** Beside those whose names say so. */
const texts: ReadonlySet<string> = new Set(['application/x-ndjson'])

export function contentTypeOf(format: FileFormat): string {
  const { contentType } = exportTypes.find(({ extension }) => extension === format) ?? {}
  if (contentType === undefined) throw new TypeError('Not a type of a file')
  return contentType.startsWith('text/') || texts.has(contentType)
    ? `${contentType}; charset=utf-8`
    : contentType
}

/** How long a name gets by its conditions. */
const maxLength = 100
const maxConditions = 2
const maxConditionBytes = 40

/**
 * The report's name with its first and last day and what it was filtered by, by which people look for it:
 * `Calls 2026-03-01 to 2026-03-31, Oakland, Missed and 2 more.csv`.
 */
export function fileNameOf({ name, span, format, conditions = [] }: FileSubject): string {
  const base = `${name} ${periodOf(span)}`
  for (let count = Math.min(conditions.length, maxConditions); count > 0; count--) {
    const shown = conditions.slice(0, count).map((text) => safeFileNamePart(text, maxConditionBytes))
    const more = conditions.length - count
    const named = `${[base, ...shown].join(', ')}${more === 0 ? '' : ` and ${more} more`}.${format}`
    if (named.length <= maxLength && !shown.includes('')) return named
  }
  return `${base}${conditions.length === 0 ? '' : ', filtered'}.${format}`
}

/** `2026-03-01 to 2026-03-31` */
function periodOf({ from, to }: FileSubject['span']): string {
  const lastDay = to.subtract({ nanoseconds: 1 }).toPlainDate()
  return `${from.toPlainDate().toString()} to ${lastDay.toString()}`
}

/** Unlike the `finally` of a generator, `end` is also called when nothing was ever read. */
function endingWith(
  bytes: AsyncGenerator<Uint8Array, void>,
  end: () => void,
): AsyncIterableIterator<Uint8Array, undefined> {
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        const next = await bytes.next()
        if (next.done !== true) return next
      } catch (error) {
        end()
        throw error
      }
      end()
      return { done: true, value: undefined }
    },
    async return() {
      try {
        await bytes.return()
      } finally {
        end()
      }
      return { done: true, value: undefined }
    },
  }
}
