import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type FileMark,
  findPartProblem,
  type PartDamage,
  type PartToSync,
  type SyncedPart,
  syncPart,
  syncPath,
} from './part-files.ts'

export interface PartOfCheckpoint extends PartToSync {
  /** Files that are on disk already, which it may share. */
  synced: readonly FileMark[]
  /** The last checkpoint had it: all of its files are. */
  isKept: boolean
}

export type SyncTask =
  | { task: 'parts'; parts: readonly PartOfCheckpoint[]; paths: readonly string[] }
  | { task: 'tree'; folder: string; without: readonly string[] }
  | { task: 'examine'; parts: readonly PartToSync[] }

export interface SyncResult {
  synced: SyncedPart[]
  damaged: PartDamage[]
}

/** Runs in a thread: to put hundreds of files on disk takes a while, and the portal answers meanwhile. */
export function runSyncTask(task: SyncTask): SyncResult {
  switch (task.task) {
    case 'parts':
      return syncParts(task)
    case 'tree':
      syncTree(task.folder, new Set(task.without))
      return { synced: [], damaged: [] }
    case 'examine':
      return {
        synced: [],
        damaged: task.parts.flatMap(({ name, folder }) => {
          const problem = findPartProblem(folder)
          return problem === undefined ? [] : [{ name, problem }]
        }),
      }
  }
}

function syncParts({
  parts,
  paths,
}: {
  parts: readonly PartOfCheckpoint[]
  paths: readonly string[]
}): SyncResult {
  const result: SyncResult = { synced: [], damaged: [] }
  for (const { synced, isKept, ...part } of parts) {
    const known = new Set(synced)
    const done = syncPart(part, (file) => isKept || known.has(file))
    if ('problem' in done) result.damaged.push(done)
    else result.synced.push(done)
  }
  for (const path of paths) if (existsSync(path)) syncPath(path)
  return result
}

/** All that is in a folder, but for links. */
function syncTree(folder: string, without: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (without.has(path) || entry.isSymbolicLink() || entry.isSocket()) continue
    if (entry.isDirectory()) syncTree(path, without)
    else syncPath(path)
  }
  syncPath(folder)
}
