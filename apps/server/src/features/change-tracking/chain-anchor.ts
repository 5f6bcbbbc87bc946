import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ChainEnd } from './store.ts'
import { isMissing } from '../../lib/system-error.ts'

const Kept = z.object({ position: z.int().min(1), hash: z.hex().length(64) })

/**
 * The end of the chain, kept in the data folder as well as in the database, so that nobody can cut off records unnoticed
 * by changing the database alone.
 */
export class ChainAnchor {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async keep({ position, hash }: ChainEnd): Promise<void> {
    const fresh = `${this.#path}.new`
    await writeFile(fresh, `${JSON.stringify({ position, hash: Buffer.from(hash).toString('hex') })}\n`)
    await rename(fresh, this.#path)
  }

  /** Undefined when none was kept yet. Throws when the file cannot be read. */
  async read(): Promise<ChainEnd | undefined> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (text === undefined) return undefined
    const { position, hash } = Kept.parse(JSON.parse(text))
    return { position, hash: Buffer.from(hash, 'hex') }
  }
}
