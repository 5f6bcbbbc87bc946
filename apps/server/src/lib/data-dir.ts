import { accessSync, constants, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Why the portal cannot start, in one sentence for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const reserveBytes = 256 * 2 ** 20

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
    const { bavail, bsize } = statfsSync(path)
    if (bavail * bsize < reserveBytes) {
      throw new StartError(`DATA_DIR ${path} has less than ${reserveBytes / 2 ** 20} MB of free space.`)
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
    writeFileSync(holder, `process ${process.pid}`)
    return new DataDir(path, lock)
  }

  close(): void {
    this.#lock.close()
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
