import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { formatCount, formatCounted, formatFixed } from '@callboard/contract/format'
import type { Import, ImportWay } from '@callboard/contract/imports'
import { change, systemActor } from '../../db/records/change.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { loadSource } from '../sources/sources.ts'
import { findImport, type ImportParts } from './imports.ts'
import { type KeepRecording, RecordingFiles } from './recording-files.ts'
import * as store from './store.ts'

interface FileImport {
  path: string
  sourceId: string
  way: Exclude<ImportWay, 'upload'>
  /** Sound files of the switch, which are added to the calls whose ids are in their names. */
  recordings?: { folder: string; keep: KeepRecording } | undefined
  onProgress?: (progress: Import) => void
  /** On abort it is stopped: what was read stays. */
  signal?: AbortSignal | undefined
}

const pollIntervalMs = 200

/**
 * Imports a file where it is on the disk of the portal. Resolves when it has ended, with what is to be said of sound files
 * beside it. Throws the error of the file system when it cannot be read.
 */
export async function importFile(
  parts: ImportParts,
  { path, sourceId, way, recordings, onProgress, signal }: FileImport,
): Promise<{ ended: Import; lines: string[] }> {
  const { db, runner } = parts
  const source = orNotFound(await loadSource(db, sourceId))
  const { size } = await stat(path)
  const sounds = recordings && (await RecordingFiles.in(recordings.folder))
  const id = await change(db, systemActor, async (transaction) => {
    const values = { source_id: sourceId, name: basename(path), way, path, bytes: size } as const
    return await store.insertImport(transaction, { ...values, state: 'running' })
  })
  const of = { customerId: source.customerId, sourceSystem: source.context.sourceSystem }
  if (sounds !== undefined) runner.follow(id, (read) => sounds.match(read, of))
  runner.wake()
  const ended = await untilEnded(parts, { id, onProgress, signal })
  const lines = recordings && sounds ? await sounds.keep(recordings.keep, signal) : []
  return { ended, lines }
}

async function untilEnded(
  { db, runner }: ImportParts,
  { id, onProgress, signal }: { id: string } & Pick<FileImport, 'onProgress' | 'signal'>,
): Promise<Import> {
  let isStopping = false
  for (;;) {
    const found = await findImport(db, id)
    if (found.endedAt !== null) return found
    onProgress?.(found)
    if (signal?.aborted === true && !isStopping) {
      isStopping = true
      // Also where it waits for others, or another process reads it.
      await change(db, systemActor, async (transaction) => {
        await store.updateImport(transaction, { id, states: ['running'] }, { is_stopping: true })
      })
      runner.stop(id)
    }
    await setTimeout(pollIntervalMs)
  }
}

/** How far an import is, in one line. */
export function progressOf({ bytes, bytesRead, rows, created, rowsPerSecond }: Import): string {
  const share = bytes === 0 ? 100 : Math.min(100, Math.floor((bytesRead / bytes) * 100))
  const pace = rowsPerSecond === null ? '' : `, ${formatCount(rowsPerSecond)} rows a second`
  return `${share} %, ${formatCounted(rows, 'row')}, ${formatCount(created)} calls created${pace}`
}

/** What came of an import, in lines for people. */
export function summaryOf(ended: Import): string[] {
  const { rows, created, updated, unchanged, rejected, startedAt, endedAt, state, error, sameAs } = ended
  const seconds = (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? endedAt ?? '')) / 1000
  const counts = `${formatCount(created)} created, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged`
  return [
    ...(error === null ? [] : [error]),
    `${formatCounted(rows, 'row')} read, calls: ${counts}; ${formatCount(rejected)} rejected, in ${formatFixed(seconds, 1)} s.`,
    ...(state === 'stopped'
      ? ['Stopped before the end of the file. Import it again to continue: nothing is imported twice.']
      : []),
    ...(sameAs === null ? [] : ['The same file was imported before.']),
    ...(rejected > 0 ? ['What was rejected is kept in the quarantine.'] : []),
    ...ended.warnings,
  ]
}
