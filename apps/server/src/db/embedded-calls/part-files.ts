import { closeSync, fdatasyncSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChecksums } from './part-checksums.ts'

/** A file whose bytes are on disk, under whatever name: parts that a mutation made share files with those before. */
export type FileMark = string

export interface PartToSync {
  name: string
  folder: string
}

export interface SyncedPart {
  name: string
  files: FileMark[]
}

/** What is wrong with the files of a part. */
export interface PartDamage {
  name: string
  problem: string
}

/**
 * Checks that the files of a part are all there and as long as the engine noted, then puts them on disk, but for those that
 * are known to be. The engine itself commits parts of empty files when the disk fills while it merges (ClickHouse 26.7).
 */
export function syncPart(
  { name, folder }: PartToSync,
  isSynced: (file: FileMark) => boolean,
): SyncedPart | PartDamage {
  try {
    const { problem, files } = examinePart(folder)
    if (problem !== undefined) return { name, problem }
    for (const [path, mark] of files) if (!isSynced(mark)) syncPath(path)
    syncPath(folder)
    return { name, files: [...files.values()] }
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** What is wrong with a part; undefined when nothing is. */
export function findPartProblem(folder: string): string | undefined {
  try {
    return examinePart(folder).problem
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function examinePart(folder: string): { problem: string | undefined; files: Map<string, FileMark> } {
  const files = new Map<string, FileMark>()
  const sizes = new Map<string, number>()
  for (const name of readdirSync(folder)) {
    const { ino, size, mtimeMs } = lstatSync(join(folder, name))
    files.set(join(folder, name), `${ino} ${size} ${mtimeMs}`)
    sizes.set(name, size)
  }
  const noted = readChecksums(readFileSync(join(folder, 'checksums.txt')))
  for (const [name, size] of noted) {
    const found = sizes.get(name)
    if (found !== size) return { problem: `${name} has ${found ?? 'no'} bytes instead of ${size}`, files }
  }
  // Files that are not in the list, which tell of columns and formats, are never empty.
  const emptied = [...sizes].find(([name, size]) => size === 0 && !noted.has(name))
  return { problem: emptied && `${emptied[0]} is empty`, files }
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    if (lstatSync(path).isDirectory()) syncFolder(descriptor)
    else fdatasyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Windows cannot sync folders, and does not need to. */
function syncFolder(descriptor: number): void {
  if (process.platform !== 'win32') fsyncSync(descriptor)
}
