import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import type { Log } from '../../lib/log.ts'
import type { Metric } from '../../lib/metric.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { addActivity, type Came, selectSystems } from './state-store.ts'

type Accepted = Parameters<Parameters<Ingest['onAccepted']>[0]>[0]

const writeIntervalMs = 1000

/** Counts what comes from sources, whichever way it comes, and writes the figures down every second. */
export class ActivityCounter {
  readonly #parts: { db: Db; log: Log }
  readonly #came = new Map<string, Accepted>()
  /** Since the process began. */
  readonly #totals = new Map<string, Accepted>()
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor({ ingest, ...parts }: { db: Db; log: Log; ingest: Ingest }) {
    this.#parts = parts
    this.#stopListening = ingest.onAccepted((accepted) => {
      add(this.#totals, accepted)
      add(this.#came, accepted)
    })
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), writeIntervalMs)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopListening()
    await this.write()
  }

  get metrics(): readonly Metric[] {
    return [
      {
        name: 'source_rows_total',
        help: 'Rows of calls that this process took in, by customer, source system, and what became of them.',
        read: () =>
          [...this.#totals.values()].flatMap(
            ({ customerId: customer, sourceSystem: source, newestCallAt: _newest, ...figures }) =>
              Object.entries(figures).map(([result, value]) => ({
                labels: { customer, source, result },
                value,
              })),
          ),
      },
    ]
  }

  /** Resolves when all that was counted so far is written. What cannot be written is counted on. */
  async write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const came = [...this.#came.values()]
      this.#came.clear()
      if (came.length === 0) return
      try {
        await this.#writeDown(came)
      } catch (error) {
        this.#parts.log.error({ err: error }, 'what came from sources is written down later')
        for (const one of came) add(this.#came, one)
      }
    })
    await this.#writing
  }

  async #writeDown(came: readonly Accepted[]): Promise<void> {
    const { db } = this.#parts
    const systems = await selectSystems(db)
    const ids = new Map(
      systems.map(({ id, customerId, sourceSystem }) => [`${customerId} ${sourceSystem}`, id]),
    )
    const ofSources = came.flatMap(({ customerId, sourceSystem, ...figures }): Came[] => {
      const sourceId = ids.get(`${customerId} ${sourceSystem}`)
      return sourceId === undefined ? [] : [{ sourceId, ...figures }]
    })
    if (ofSources.length === 0) return
    const { defaultTimeZone } = await readSettings(db)
    await db
      .transaction()
      .execute(async (transaction) => await addActivity(transaction, ofSources, defaultTimeZone))
  }
}

function add(all: Map<string, Accepted>, accepted: Accepted): void {
  const key = `${accepted.customerId} ${accepted.sourceSystem}`
  const before = all.get(key)
  all.set(key, before === undefined ? accepted : sum(before, accepted))
}

function sum(one: Accepted, other: Accepted): Accepted {
  const newest = [one.newestCallAt, other.newestCallAt].filter((at) => at !== null).toSorted()
  return {
    ...one,
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    rejected: one.rejected + other.rejected,
    newestCallAt: newest.at(-1) ?? null,
  }
}
