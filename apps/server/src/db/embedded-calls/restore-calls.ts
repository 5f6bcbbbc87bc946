import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { formatCount } from '@callboard/contract/format'
import { StartError } from '../../lib/files/data-dir.ts'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint-file.ts'
import { findPartProblem, type PartDamage } from './part-files.ts'

/** Parts of the calls are missing or damaged: their calls are lost unless a backup has them. */
export class DamagedCalls extends StartError {
  constructor(damaged: readonly LostPart[]) {
    const rows = damaged.reduce((sum, part) => sum + (part.rows ?? 0), 0)
    const parts = damaged.map(({ name, problem }) => `${name}: ${problem}`).join('; ')
    super(
      `Calls are damaged or missing${rows === 0 ? '' : `, ${formatCount(rows)} rows of them`} (${parts}). Restore a backup, or continue without them: npm run repair-calls`,
    )
  }
}

/** The number of rows is known of what was in the checkpoint. */
export type LostPart = PartDamage & { rows: number | undefined }

/** Folders that no checkpoint needs. */
export const passingFolders = ['streamed-files', 'put-aside', 'damaged', 'tmp'] as const

/** Parts, and what else the engine makes in the folder of a table. */
const kept: ReadonlySet<string> = new Set(['format_version.txt', 'detached'])
/** What the engine calls a part that it could not read; the last number is of further ones of a name. */
const unreadable = /^(?:broken|covered-by-broken|unexpected)[a-z-]*_(.+?)(?:_try\d+)?$/

/** Where the table of calls is in the folder of the engine; undefined before it was made. */
export function callsFolder(folder: string): string | undefined {
  return tableFolder(folder, 'calls')
}

/**
 * The engine links to its tables by their whole paths, which in a copy of the folder still lead into the folder that was
 * copied: only their ends count.
 */
function tableFolder(folder: string, name: string): string | undefined {
  const link = join(folder, 'data/default', name)
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) return undefined
  const target = readlinkSync(link)
  const table = join(folder, 'store', basename(dirname(target)), basename(target))
  return existsSync(table) ? table : undefined
}

/**
 * Puts the table of calls back to its last checkpoint, so that nothing in it depends on bytes that may not have reached the
 * disk; what came since is done again from the journal. To be called while the engine does not have the table. What is put
 * aside stays until `clearAside`.
 *
 * @returns the checkpoint; undefined when there is none yet, and all is left as it is
 */
export function restoreCalls(folder: string): Checkpoint | undefined {
  const checkpoint = readCheckpoint(folder)
  const table = callsFolder(folder)
  if (checkpoint === undefined || table === undefined) return undefined
  requireWhole(folder)
  const mutations = checkpoint.mutations.filter((name) => isWholeMutation(join(table, name)))
  const wanted = new Set([...kept, ...checkpoint.parts.map(({ name }) => name), ...mutations])
  for (const name of readdirSync(table)) if (!wanted.has(name)) putAside(folder, join(table, name))
  emptyStagingTables(folder)
  return checkpoint
}

/**
 * While a disk is full the engine begins statements whose files are empty, and with such a file it does not open the table again.
 * What a statement has not done yet, as applying patches, is done by one of the next run.
 */
function isWholeMutation(path: string): boolean {
  return existsSync(path) && /^format version: 1\n[^]*\ncommands: .*\n$/.test(readFileSync(path, 'utf8'))
}

/** Throws `DamagedCalls` when the last checkpoint is not whole, or the engine could not read all of it. */
export function requireWhole(folder: string): void {
  const lost = findLost(folder)
  if (lost.length > 0) throw new DamagedCalls(lost)
}

/** Throws `DamagedCalls` when the engine has put parts aside that it could not read: it does so when it opens the table. */
export function requireNothingDetached(folder: string): void {
  const lost = findDetached(folder)
  if (lost.length > 0) throw new DamagedCalls(lost)
}

/** Goes on without the parts that are lost; what is left of them is put aside for good. Gives what was in them. */
export function forgetLost(folder: string): LostPart[] {
  const lost = findLost(folder)
  for (const { path } of lost) if (existsSync(path)) moveInto(join(folder, 'damaged'), path)
  const checkpoint = readCheckpoint(folder)
  const names = new Set(lost.map(({ name }) => name))
  if (checkpoint !== undefined)
    writeCheckpoint(folder, {
      ...checkpoint,
      parts: checkpoint.parts.filter(({ name }) => !names.has(name)),
    })
  return lost
}

/** Deletes what was put aside: to be called when a newer checkpoint is on disk. */
export function clearAside(folder: string): void {
  rmSync(asideIn(folder), { recursive: true, force: true })
}

interface FoundPart extends LostPart {
  path: string
}

function findLost(folder: string): FoundPart[] {
  const table = callsFolder(folder)
  if (table === undefined) return []
  const detached = findDetached(folder)
  const known = new Set(detached.map(({ name }) => name))
  const others = (readCheckpoint(folder)?.parts ?? []).flatMap(({ name, rows }) => {
    const path = join(table, name)
    const problem = existsSync(path) ? findPartProblem(path) : 'is missing'
    return problem === undefined || known.has(name) ? [] : [{ name, rows, problem, path }]
  })
  return [...detached, ...others]
}

function findDetached(folder: string): FoundPart[] {
  const detached = join(callsFolder(folder) ?? folder, 'detached')
  if (!existsSync(detached)) return []
  const rows = new Map(readCheckpoint(folder)?.parts.map((part) => [part.name, part.rows]))
  return readdirSync(detached).flatMap((entry) => {
    const name = unreadable.exec(entry)?.[1]
    if (name === undefined) return []
    const problem = 'was put aside by the engine, which cannot read it'
    return [{ name, rows: rows.get(name), problem, path: join(detached, entry) }]
  })
}

function asideIn(folder: string): string {
  return join(folder, 'put-aside')
}

function putAside(folder: string, path: string): void {
  moveInto(asideIn(folder), path)
}

function moveInto(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let target = join(folder, basename(path))
  for (let at = 2; existsSync(target); at++) target = join(folder, `${basename(path)} ${at}`)
  renameSync(path, target)
}

/** They hold rows only while a change is being written, and what it left may be damaged. */
function emptyStagingTables(folder: string): void {
  const names = readdirSync(join(folder, 'data/default')).filter((name) => name.endsWith('_change'))
  for (const name of names) {
    const table = tableFolder(folder, name)
    if (table === undefined) continue
    for (const inside of readdirSync(table))
      if (!kept.has(inside)) rmSync(join(table, inside), { recursive: true, force: true })
  }
}
