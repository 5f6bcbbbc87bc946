import type { Mailer } from '../mail/mail.ts'
import type { TemplateParts } from '../email-templates/email-templates.ts'
import type { Log } from '../../lib/log.ts'
import { readUnsubscribeSecret } from '../../access/sign-in/unsubscribe-token.ts'
import type { ReadingRounds } from './reading-rounds.ts'
import { renderMail } from './render-mail.ts'
import { DeliverySkipped, findReader, type Reader } from './render-reader.ts'
import { keyOfReading, type ReadingParts, readRun, type RunReading } from './render-reading.ts'
import * as store from './render-store.ts'
import type { ClaimedDelivery, OwnDelivery, RunToRender } from './render-store.ts'

export interface DeliveryRendering extends ReadingParts, TemplateParts {
  mailer: Mailer
  log: Log
}

interface RenderingWorker {
  worker: string
  signal: AbortSignal
  /** Of all runs that it renders. */
  rounds: ReadingRounds
}

/** Renders deliveries of one run, all of one snapshot: those with the same rows share one reading. */
export class RunRenderer {
  readonly #parts: DeliveryRendering
  readonly #worker: string
  readonly #signal: AbortSignal
  readonly #rounds: ReadingRounds
  /** By what they depend on; also those that failed. */
  readonly #readings = new Map<string, Promise<RunReading>>()
  #joined: ReturnType<ReadingRounds['join']> | undefined

  constructor(parts: DeliveryRendering, { worker, signal, rounds }: RenderingWorker) {
    this.#parts = parts
    this.#worker = worker
    this.#signal = signal
    this.#rounds = rounds
  }

  /** Ends a delivery: mailed, or skipped with the reason. Throws what keeps it from either. */
  async render(delivery: ClaimedDelivery): Promise<void> {
    const own = { id: delivery.id, worker: this.#worker }
    try {
      await this.#mail(delivery, own)
    } catch (error) {
      if (!(error instanceof DeliverySkipped)) throw error
      const values = { status: 'skipped' as const, reason: error.message, ended_at: new Date(), worker: null }
      await store.updateRendering(this.#parts.db, own, values)
    }
  }

  /** What it read is no longer needed by this run. */
  async close(): Promise<void> {
    await this.#joined?.leave()
  }

  async #mail(delivery: ClaimedDelivery, own: OwnDelivery): Promise<void> {
    const { db, mailer } = this.#parts
    const { run, reader, reading } = await this.#readAllowed(delivery)
    const secret = await readUnsubscribeSecret(db)
    const { subject, text, html, headers, attachments, files } = await renderMail(this.#parts, {
      run,
      reader,
      reading,
      secret,
      deliveryId: own.id,
    })
    const { rowCount, snapshot, leftOut } = reading
    const { fingerprint: scopeFingerprint } = reader.report.run.scope
    const reason = leftOut.length === 0 ? null : leftOut.join(' ')
    this.#signal.throwIfAborted()
    await db.transaction().execute(async (transaction) => {
      const rendered = { rowCount, snapshot, scopeFingerprint, files, reason }
      if (!(await store.updateMailed(transaction, own, rendered))) return
      const mail = { recipient: reader.email, subject, text, ...(html !== '' && { html }) }
      await mailer.enqueue(mail, { transaction, deliveryId: own.id, headers, attachments })
    })
    mailer.wake()
  }

  /** Checked after the report was read, however long that took: whoever lost a right meanwhile gets nothing. */
  async #readAllowed(
    delivery: ClaimedDelivery,
  ): Promise<{ run: RunToRender; reader: Reader; reading: RunReading }> {
    for (;;) {
      const run = await store.selectRun(this.#parts.db, delivery.run_id)
      const reader = await findReader(this.#parts, run, delivery)
      const key = keyOfReading(run, reader)
      this.#joined ??= this.#rounds.join(run)
      const { round } = this.#joined
      const known = this.#readings.get(key) ?? round.findFinished(key)
      if (known !== undefined) return { run, reader, reading: await known }
      this.#signal.throwIfAborted()
      const [worker, signal] = [this.#worker, this.#signal]
      const reading = round.read(
        key,
        async (at) => await readRun(this.#parts, reader, { run, at, worker, signal }),
      )
      this.#readings.set(key, reading)
      await reading
    }
  }
}
