import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { callId } from '../../db/call-id.ts'
import type { ReadCall } from '../sources/adapter.ts'

export interface CallOfRecording {
  id: string
  customerId: string
  startedAt: string
}

/** Keeps a recording of a call; the same bytes again change nothing. Throws `AppError` for what is no recording. */
export type KeepRecording = (call: CallOfRecording, chunks: AsyncIterable<Uint8Array>) => Promise<unknown>

const soundEndings: ReadonlySet<string> = new Set(['.wav', '.mp3', '.ogg', '.opus', '.m4a'])

/** The second in which a channel was created, and a counter: what a switch puts into the names of its files. */
const idForm = /\d{10}\.\d+/g

/** The most errors that are told one by one. */
const maxErrors = 20

/** The sound files of a folder of the switch and those below it, told apart by the ids in their names. */
export class RecordingFiles {
  /** By the ids in their names, and by those names. */
  readonly #paths: ReadonlyMap<string, string[]>
  readonly #count: number
  readonly #found: { path: string; call: CallOfRecording }[] = []

  private constructor(paths: ReadonlyMap<string, string[]>, count: number) {
    this.#paths = paths
    this.#count = count
  }

  static async in(folder: string): Promise<RecordingFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile() && soundEndings.has(extname(entry.name).toLowerCase()))
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
    const paths = new Map<string, string[]>()
    for (const path of files)
      for (const id of [...idsIn(basename(path)), basename(path)])
        paths.set(id, [...(paths.get(id) ?? []), path])
    return new RecordingFiles(paths, files.length)
  }

  /** Remembers which of the files are of this call. */
  match(
    { call: { externalCallId, startedAt }, recordingFiles = [] }: Pick<ReadCall, 'call' | 'recordingFiles'>,
    { customerId, sourceSystem }: { customerId: string; sourceSystem: string },
  ): void {
    if (startedAt === undefined) return
    const names = [externalCallId, ...recordingFiles.map((name) => basename(name))]
    for (const path of new Set(names.flatMap((name) => this.#paths.get(name) ?? [])))
      this.#found.push({
        path,
        call: { id: callId(customerId, sourceSystem, externalCallId), customerId, startedAt },
      })
  }

  /** Keeps the files of the calls that were matched, and says what became of all of them, for people. */
  async keep(keepRecording: KeepRecording, signal?: AbortSignal): Promise<string[]> {
    let kept = 0
    const errors: string[] = []
    for (const { path, call } of this.#found) {
      if (signal?.aborted === true) break
      try {
        await keepRecording(call, createReadStream(path))
        kept += 1
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        errors.push(`${basename(path)}: ${error.message}`)
      }
    }
    const unmatched = this.#count - new Set(this.#found.map(({ path }) => path)).size
    return [
      `${counted(this.#count)} found beside it: ${kept} kept, ${errors.length} rejected, ${unmatched} of no call of the file.`,
      ...errors.slice(0, maxErrors),
      ...(errors.length > maxErrors ? [`and ${errors.length - maxErrors} more`] : []),
    ]
  }
}

function counted(count: number): string {
  return count === 1 ? '1 recording' : `${count} recordings`
}

/** Each id with and without the name of the system before it: `queue-12-main-1706369600.6.wav` may be of `main-1706369600.6`. */
function idsIn(name: string): string[] {
  return [...name.matchAll(idForm)].flatMap(({ 0: id, index }) => {
    const before = name.slice(0, index)
    if (/\d$/.test(before)) return []
    const system = /[^\s-]+-$/.exec(before)?.[0]
    return system === undefined ? [id] : [id, system + id]
  })
}
