import type { Db } from '../../../db/tables/schema.ts'
import { type WriterAddress, writerElsewhere, type WriterState } from './held-lease.ts'
import { selectLease } from './lease-store.ts'
import type { WriterLease } from './writer-lease.ts'

interface WritersParts {
  db: Db
  /** Undefined where no other process can write calls. */
  lease: WriterLease | undefined
  isWriter: () => boolean
}

/** Which of the processes writes calls, and how the others reach it. */
export class Writers {
  readonly #parts: WritersParts

  constructor(parts: WritersParts) {
    this.#parts = parts
  }

  /** Undefined where no other process can write calls. */
  async find(): Promise<WriterState | undefined> {
    const { db, lease } = this.#parts
    if (lease === undefined) return undefined
    const state = await selectLease(db)
    return { isThisProcess: state?.holder === lease.holderId, name: state?.name ?? null }
  }

  /** Where requests that write calls are passed on to; undefined where this process answers them. Throws while nobody does. */
  async findOther(): Promise<WriterAddress | undefined> {
    const { db, lease, isWriter } = this.#parts
    if (lease === undefined || isWriter()) return undefined
    const state = await selectLease(db)
    const { address = null, secret = null } = state ?? {}
    if (state?.holder === lease.holderId || address === null || secret === null) throw writerElsewhere()
    return { address, secret }
  }

  /** To be called when this process listens, with where the others reach it. */
  async announce(address: string): Promise<void> {
    await this.#parts.lease?.announce(address)
  }

  /** Whether that is by what this process knows what others pass on to it. */
  isOwnSecret(given: string): boolean {
    return this.#parts.lease?.isOwnSecret(given) ?? false
  }
}
