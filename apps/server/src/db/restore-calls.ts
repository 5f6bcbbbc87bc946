import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../lib/data-dir.ts'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint-file.ts'
import { findPartProblem, type PartDamage } from './part-files.ts'

/** Parts of the calls are missing or damaged: their calls are lost unless a backup has them. */
export class DamagedCalls extends StartError {
  constructor(damaged: readonly LostPart[]) {
    const rows = damaged.reduce((sum, part) => sum + (part.rows ?? 0), 0)
    const parts = damaged.map(({ name, problem }) => `${name}: ${problem}`).join('; ')
    super(
      `Calls are damaged or missing${rows === 0 ? '' : `, ${rows.toLocaleString('en-US')} rows of them`} (${parts}). Restore a backup, or go on without them: npm run repair-calls`,
    )
  }
}

/** The number of rows is not known of what the engine has detached. */
export type LostPart = PartDamage & { rows: number | undefined }

/** Parts, and what else the engine makes in the folder of a table. */
const kept: ReadonlySet<string> = new Set(['format_version.txt', 'detached'])

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
  const wanted = new Set([...kept, ...checkpoint.parts.map(({ name }) => name), ...checkpoint.mutations])
  for (const name of readdirSync(table)) if (!wanted.has(name)) putAside(folder, join(table, name))
  emptyStagingTables(folder)
  return checkpoint
}

/** Throws `DamagedCalls` when the last checkpoint is not whole. */
export function requireWhole(folder: string): void {
  const checkpoint = readCheckpoint(folder)
  const table = callsFolder(folder)
  const damaged = checkpoint === undefined || table === undefined ? [] : findLost(table, checkpoint)
  if (damaged.length > 0) throw new DamagedCalls(damaged)
}

/** Throws `DamagedCalls` when the engine has put parts aside that it could not read. */
export function requireNothingDetached(folder: string): void {
  const damaged = findDetached(folder).map((name) => ({
    name,
    rows: undefined,
    problem: 'was put aside by the engine, which cannot read it',
  }))
  if (damaged.length > 0) throw new DamagedCalls(damaged)
}

function findDetached(folder: string): string[] {
  const table = callsFolder(folder)
  if (table === undefined || !existsSync(join(table, 'detached'))) return []
  return readdirSync(join(table, 'detached')).filter((name) =>
    /^(broken|covered-by-broken|unexpected)/.test(name),
  )
}

/** Goes on without the parts that are lost; what is left of them is put aside for good. Gives what was in them. */
export function forgetLost(folder: string): LostPart[] {
  const checkpoint = readCheckpoint(folder)
  const table = callsFolder(folder)
  if (table === undefined) return []
  const detached = findDetached(folder)
  for (const name of detached) moveInto(join(folder, 'damaged'), join(table, 'detached', name))
  const unread = detached.map((name) => ({
    name,
    rows: undefined,
    problem: 'could not be read by the engine',
  }))
  if (checkpoint === undefined) return unread
  const lost = findLost(table, checkpoint)
  const names = new Set(lost.map(({ name }) => name))
  for (const name of names) {
    const path = join(table, name)
    if (existsSync(path)) moveInto(join(folder, 'damaged'), path)
  }
  writeCheckpoint(folder, { ...checkpoint, parts: checkpoint.parts.filter(({ name }) => !names.has(name)) })
  return [...lost, ...unread]
}

/** Deletes what was put aside: to be called when a newer checkpoint is on disk. */
export function clearAside(folder: string): void {
  rmSync(asideIn(folder), { recursive: true, force: true })
}

function findLost(table: string, { parts }: Checkpoint): LostPart[] {
  return parts.flatMap(({ name, rows }) => {
    const path = join(table, name)
    const problem = existsSync(path) ? findPartProblem(path) : 'is missing'
    return problem === undefined ? [] : [{ name, rows, problem }]
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
    for (const inside of table === undefined ? [] : readdirSync(table))
      if (!kept.has(inside)) rmSync(join(table, inside), { recursive: true, force: true })
  }
}
