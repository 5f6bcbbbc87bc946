import { constants, type Stats } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { isMissing } from '../../lib/system-error.ts'

/** Times of files are no finer than this, on disks that are coarse. */
const clockMs = 2000
const concurrency = 8

/**
 * A copy of a folder that somebody writes to, in two steps: `start` takes as long as all of it does, `finish` copies again
 * what was written since, and has to be called while nothing is.
 */
export class FolderCopy {
  readonly #from: string
  readonly #to: string
  readonly #leftOut: readonly string[]
  /** When each file was changed last, as far as that is certain; by its path in the folder. */
  #copied = new Map<string, number>()

  private constructor(from: string, to: string, leftOut: readonly string[]) {
    this.#from = from
    this.#to = to
    this.#leftOut = leftOut
  }

  /** `to` is made. */
  static async start(from: string, to: string, leftOut: readonly string[] = []): Promise<FolderCopy> {
    const copy = new FolderCopy(from, to, leftOut)
    await mkdir(to, { mode: 0o700 })
    await copy.#run()
    return copy
  }

  async finish(): Promise<void> {
    await this.#run()
  }

  async #run(): Promise<void> {
    const limit = pLimit(concurrency)
    const before = this.#copied
    const now = new Map<string, number>()
    const sinceMs = Date.now() - clockMs
    const copying: Promise<void>[] = []
    // Folders come before what is in them.
    for (const path of await readdir(this.#from, { recursive: true })) {
      if (this.#leftOut.includes(path)) continue
      const found = await lstatOf(join(this.#from, path))
      if (found?.isDirectory() === true) await mkdir(join(this.#to, path), { recursive: true, mode: 0o700 })
      if (found?.isFile() !== true) continue
      // What was changed just now may be changed once more in the same moment.
      now.set(path, found.mtimeMs < sinceMs ? found.mtimeMs : Number.NaN)
      if (before.get(path) !== found.mtimeMs) copying.push(limit(async () => await this.#copy(path)))
    }
    await Promise.all(copying)
    for (const path of before.keys()) if (!now.has(path)) await rm(join(this.#to, path), { force: true })
    this.#copied = now
  }

  async #copy(path: string): Promise<void> {
    await copyFile(join(this.#from, path), join(this.#to, path), constants.COPYFILE_FICLONE).catch(ignoreGone)
  }
}

async function lstatOf(path: string): Promise<Stats | undefined> {
  return await lstat(path).catch((error: unknown) => {
    ignoreGone(error)
    return undefined
  })
}

/** Files may go while they are listed, and are gone then in the second step as well. */
function ignoreGone(error: unknown): void {
  if (!isMissing(error)) throw error
}
