import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../db/tables/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { isSameSecret } from '../../../lib/same-secret.ts'
import { type HeldLease, writerElsewhere } from './held-lease.ts'
import * as store from './lease-store.ts'

export interface LeaseOptions {
  /** With a connection that nothing else uses, so that it is renewed under any load. */
  db: Db
  /** Where this process runs, for people. */
  name: string
}

interface Leasing extends LeaseOptions {
  log: Log
  /** Resolves when this process can write; the lease is renewed meanwhile. */
  onHeld: (held: HeldLease) => Promise<void>
  /** Resolves when nothing is written any more. */
  onLost: () => Promise<void>
}

const lifeMs = 6000
const renewIntervalMs = 2000
const retryIntervalMs = 1000
/** The clocks of two machines may run a little differently: who holds it stops before others can have it. */
const marginMs = 1000

/**
 * The lease on writing calls, in PostgreSQL (docs/decisions/0045-one-writer.md). One process has it and renews it; the
 * others try until it is released, or was not renewed for six seconds.
 */
export class WriterLease {
  readonly #leasing: Leasing
  #holder: store.Holder
  readonly #closing = new AbortController()
  #holding: Holding | undefined
  #loop: Promise<void> | undefined

  constructor(leasing: Leasing) {
    this.#leasing = leasing
    this.#holder = {
      id: randomUUID(),
      name: leasing.name,
      address: undefined,
      secret: randomBytes(32).toString('base64url'),
    }
  }

  get holderId(): string {
    return this.#holder.id
  }

  /** Whether that is the secret that the lease has while this process holds it. */
  isOwnSecret(given: string): boolean {
    return isSameSecret(given, this.#holder.secret)
  }

  /** To be called when this process listens, with where the others reach it. */
  async announce(address: string): Promise<void> {
    this.#holder = { ...this.#holder, address }
    await store.updateAddress(this.#leasing.db, this.#holder)
  }

  /** Tries once before it resolves, or until the time is over, and goes on in the background. */
  async start(timeoutMs = 0): Promise<void> {
    const untilMs = performance.now() + timeoutMs
    while (!(await this.#try()) && performance.now() < untilMs) await sleep(retryIntervalMs)
    this.#loop = this.#run()
  }

  /** It is not taken again. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#loop
  }

  /** Hands it over. To be called when it was stopped, and nothing is written any more. */
  async release(): Promise<void> {
    await this.#holding?.release().catch(() => {})
  }

  async #run(): Promise<void> {
    const { log, onLost } = this.#leasing
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        if (this.#holding === undefined) {
          await sleep(retryIntervalMs, undefined, { signal })
          await this.#try()
        } else {
          await aborted(this.#holding.lost, signal)
          if (signal.aborted) return
          log.error({ epoch: this.#holding.epoch }, 'another process writes calls now, or can')
          await onLost()
          this.#holding = undefined
        }
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'calls cannot be written by this process; tried again')
      }
    }
  }

  async #try(): Promise<boolean> {
    const { db, onHeld, log } = this.#leasing
    const askedMs = performance.now()
    const epoch = await store.acquireLease(db, this.#holder, lifeMs)
    if (epoch === undefined) return false
    const holding = new Holding(db, { epoch, sinceMs: askedMs })
    try {
      await onHeld(holding)
    } catch (error) {
      await holding.release().catch(() => {})
      throw error
    }
    log.info({ epoch }, 'this process writes calls')
    this.#holding = holding
    return true
  }
}

/** Resolves when one of them is aborted. */
async function aborted(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals)
  if (!any.aborted) await new Promise((resolve) => any.addEventListener('abort', resolve, { once: true }))
}

class Holding implements HeldLease {
  readonly epoch: number
  readonly #db: Db
  readonly #lost = new AbortController()
  #renewing: Promise<void>
  #sureUntilMs: number
  /** By the clock that goes on while a machine sleeps. */
  #sureUntilDate: number

  constructor(db: Db, { epoch, sinceMs }: { epoch: number; sinceMs: number }) {
    this.epoch = epoch
    this.#db = db
    this.#sureUntilMs = sinceMs + lifeMs - marginMs
    this.#sureUntilDate = Date.now() - (performance.now() - sinceMs) + lifeMs - marginMs
    this.#renewing = this.#keepRenewing()
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  readonly check = (): void => {
    const isSure = performance.now() < this.#sureUntilMs && Date.now() < this.#sureUntilDate
    if (this.lost.aborted || !isSure) throw writerElsewhere()
  }

  readonly fence: HeldLease['fence'] = async (transaction) => {
    this.check()
    if (await store.lockLease(transaction, this.epoch)) return
    this.#lost.abort()
    throw writerElsewhere()
  }

  readonly giveUp = async (recorded: number): Promise<void> => {
    await store.raiseEpochs(this.#db, recorded)
    await this.release()
  }

  async release(): Promise<void> {
    this.#lost.abort()
    await this.#renewing
    await store.releaseLease(this.#db, this.epoch)
  }

  /** While the database does not answer nobody else can take it, but nothing is certain either. */
  async #keepRenewing(): Promise<void> {
    for (;;) {
      await sleep(renewIntervalMs, undefined, { signal: this.lost, ref: false }).catch(() => {})
      if (this.lost.aborted) return
      const [askedMs, askedDate] = [performance.now(), Date.now()]
      const isRenewed = await store.renewLease(this.#db, this.epoch, lifeMs).catch(() => undefined)
      if (isRenewed === false) this.#lost.abort()
      if (isRenewed !== true) continue
      this.#sureUntilMs = askedMs + lifeMs - marginMs
      this.#sureUntilDate = askedDate + lifeMs - marginMs
    }
  }
}
