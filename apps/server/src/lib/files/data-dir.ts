import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reserves } from './free-space.ts'

/** Why the portal cannot start, in one sentence for the person who starts it. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** Is in a data folder while a backup is being restored into it. */
export const unfinishedRestore = 'restore-unfinished'

/** The bits of a mode that let other users of the machine in: those of the group, and of everybody. */
const others = 0o077
const othersMayWrite = 0o022

/**
 * The data folder, locked for this process until it ends, even by kill -9: the lock is the operating system's. PGlite has
 * no lock of its own, and two processes on one folder would lose acknowledged writes.
 */
export class DataDir {
  readonly path: string
  readonly #lock: DatabaseSync

  private constructor(path: string, lock: DatabaseSync) {
    this.path = path
    this.#lock = lock
  }

  static open(path: string): DataDir {
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (cause) {
      throw new StartError(`DATA_DIR ${path} cannot be written to.`, { cause })
    }
    requireOwn(path)
    if (existsSync(join(path, unfinishedRestore)))
      throw new StartError(`A restore into DATA_DIR ${path} has not come to its end. Run it again.`)
    if (!hasSpaceToStart(path)) {
      throw new StartError(`DATA_DIR ${path} has less than ${reserves.start / 2 ** 20} MB of free space.`)
    }
    const holder = join(path, 'holder')
    let lock: DatabaseSync
    try {
      // SQLite is used for its file lock alone; the database stays empty.
      lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    } catch (cause) {
      if (!isBusy(cause)) throw new StartError(`DATA_DIR ${path} cannot be locked.`, { cause })
      throw new DataDirInUse(`DATA_DIR ${path} is in use by ${holderName(holder)}.`, { cause })
    }
    try {
      makePrivate(path)
    } catch (error) {
      lock.close()
      throw error
    }
    writeFileSync(holder, `process ${process.pid}`)
    return new DataDir(path, lock)
  }

  close(): void {
    this.#lock.close()
  }
}

/** What ended a start or a command: it is told of the disk when that has filled meanwhile, whatever found it first. */
export function explainedByDisk(path: string, error: unknown): unknown {
  if (!existsSync(path) || hasSpaceToStart(path)) return error
  return new StartError(`The disk of DATA_DIR ${path} has run full. Free some space, and start again.`, {
    cause: error,
  })
}

function hasSpaceToStart(path: string): boolean {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= reserves.start
}

/** Throws when other users of the machine could have put or changed something in the folder. */
function requireOwn(path: string): void {
  // Windows has no modes; there a folder inherits who may enter it.
  if (process.getuid === undefined) return
  const { uid, mode } = statSync(path)
  if (uid !== process.getuid()) {
    throw new StartError(
      `DATA_DIR ${path} belongs to another user. Give it to the one who runs the portal: chown.`,
    )
  }
  if ((mode & othersMayWrite) !== 0) {
    throw new StartError(`DATA_DIR ${path} can be written by other users. Take that from them: chmod go-w.`)
  }
}

/** Takes from other users what they can read or write in the folder, and where links in it lead. */
function makePrivate(path: string): void {
  if (process.getuid === undefined) return
  closeTree(path)
  const links = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
  for (const target of links.map(({ name }) => join(path, name)).filter(existsSync)) {
    requireOwn(target)
    closeTree(realpathSync(target))
  }
}

/** Links are left: those further down are the stores' own, and lead to what is walked anyway. */
function closeTree(path: string): void {
  closeToOthers(path)
  if (!lstatSync(path).isDirectory()) return
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) closeToOthers(join(entry.parentPath, entry.name))
}

function closeToOthers(path: string): void {
  const { mode } = lstatSync(path)
  if ((mode & others) === 0) return
  try {
    chmodSync(path, mode & ~others & 0o7777)
  } catch (cause) {
    throw new StartError(`${path} can be read by other users, and is not yours to change.`, { cause })
  }
}

/** Another process has locked the folder. */
export class DataDirInUse extends StartError {}

function isBusy(error: unknown): boolean {
  const busy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

function holderName(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'another process'
  }
}
