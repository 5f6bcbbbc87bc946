import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { readCheckpoint } from '#server/db/embedded-calls/checkpoint-file.ts'
import { callsFolder } from '#server/db/embedded-calls/restore-calls.ts'

const NotedSync = z.union([
  z.object({ folder: z.string(), names: z.array(z.tuple([z.string(), z.int()])) }),
  z.object({ ino: z.int(), size: z.int(), mtimeMs: z.number() }),
])

/** Of note-syncs.ts: a file as it was when it was put on disk, or a folder with its names and their files. */
export type NotedSync = z.infer<typeof NotedSync>

interface Synced {
  files: Set<string>
  /** By the folder's path. */
  names: Map<string, Map<string, number>>
}

const notesIn = (dataFolder: string) => join(dataFolder, 'noted-syncs')

/** Options of Node for a portal whose machine will lose its power. */
export function notingSyncs(dataFolder: string): string[] {
  const url = pathToFileURL(join(import.meta.dirname, 'note-syncs.ts'))
  url.searchParams.set('notes', notesIn(dataFolder))
  return ['--import', url.href]
}

/**
 * What a power cut may leave of the calls and of the journal of a portal that was killed: nothing is certain that it did not
 * put on disk. By turns such files are empty, cut short, or not there; those that were removed from the journal are back.
 * Returns how many files and folders were met.
 */
export function cutPower(dataFolder: string, turn: number): number {
  const notes = notesIn(dataFolder)
  const synced = readNotes(notes)
  const spool = join(dataFolder, 'spool')
  const lost = forget(join(dataFolder, 'clickhouse'), synced, turn) + forget(spool, synced, turn)
  putBack(spool, synced, `${notes}.aside`)
  return lost
}

/** The same of a portal in this process, whose syncs nobody notes: all is lost that the last checkpoint does not name. */
export function cutAfterCheckpoint(clickhouse: string, turn: number): number {
  const table = callsFolder(clickhouse)
  const checkpoint = readCheckpoint(clickhouse)
  if (table === undefined || checkpoint === undefined) throw new Error('there is no checkpoint')
  const parts = checkpoint.parts.map(({ name }) => name)
  const kept = new Set(['format_version.txt', 'detached', ...parts, ...checkpoint.mutations])
  const lost = readdirSync(table).filter((name) => !kept.has(name))
  for (const [at, name] of lost.entries()) lose(join(table, name), turn + at)
  return lost.length
}

function readNotes(notes: string): Synced {
  const synced: Synced = { files: new Set(), names: new Map() }
  for (const line of readFileSync(notes, 'utf8').trimEnd().split('\n')) {
    const noted = NotedSync.parse(JSON.parse(line))
    if ('folder' in noted) synced.names.set(noted.folder, new Map(noted.names))
    else synced.files.add(markOf(noted))
  }
  return synced
}

function markOf({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`
}

function forget(folder: string, synced: Synced, turn: number): number {
  const names = synced.names.get(folder)
  let lost = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = lstatSync(path)
    const isNamed = names?.get(name) === found.ino
    if (isNamed && found.isDirectory()) lost += forget(path, synced, turn + lost)
    else if (found.isFile() && synced.files.has(markOf(found))) {
      // All of it is on disk; its name may not be.
      if (!isNamed) lose(path, 0)
    } else if (!isNamed || found.isFile()) lose(path, turn + lost++)
  }
  return lost
}

function lose(path: string, turn: number): void {
  const isFolder = lstatSync(path).isDirectory()
  const files = isFolder ? readdirSync(path).map((name) => join(path, name)) : [path]
  if (turn % 3 === 0) rmSync(path, { recursive: true })
  else
    for (const file of files.filter((one) => lstatSync(one).isFile())) {
      // In a file of its own, as parts that a mutation made share files with those before.
      const left = readFileSync(file)
      rmSync(file)
      writeFileSync(file, turn % 3 === 1 ? '' : left.subarray(0, left.length / 2))
    }
}

/** The names of the folder as it was synced last, each with its file. */
function putBack(folder: string, { names }: Synced, aside: string): void {
  const now = new Map(
    readdirSync(folder).map((name) => [lstatSync(join(folder, name)).ino, join(folder, name)]),
  )
  for (const [name, ino] of names.get(folder) ?? []) {
    const path = join(folder, name)
    const kept = join(aside, String(ino))
    if (existsSync(path) && lstatSync(path).ino === ino) continue
    const renamed = now.get(ino)
    if (renamed !== undefined) renameSync(renamed, path)
    else if (existsSync(kept)) renameSync(kept, path)
  }
}
