import { randomUUID } from 'node:crypto'
import { formatDate } from '@callboard/contract/format-time'
import { change, systemActor } from '../../db/records/change.ts'
import { updateRecord } from '../../db/records/records.ts'
import { readSettings } from '../../db/settings.ts'
import { type Log, orLogged } from '../../lib/log.ts'
import { claim, holdLane, leaveLane, recordOutcomes, release } from './delivery-store.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { sendDeliveries, type SendingParts, type SentOutcome } from './send-deliveries.ts'
import { type PostedWebhook, selectDue, selectPosted, updateFailingSince } from './store.ts'

const pollIntervalMs = 1_000
/** How many are claimed and posted together: few at first, as nothing is known of the host, and more while it accepts all. */
const batchSizes = { first: 8, max: 40 } as const
/** After so many failures in a row one is tried at a time, with growing pauses between them. */
const maxFailures = 3
const firstRestMs = 1_000
const maxRestMs = 60_000
/** As long as a batch takes whose posts all hang, and more: then the process that held the webhook has ended. */
const heldForMs = 90_000
/** A webhook that has accepted nothing for so long is paused. */
const pausedAfterMs = 7 * 24 * 3_600_000

/** What this process knows of the host of a webhook. */
interface Lane {
  batchSize: number
  /** In a row. */
  failures: number
  restsUntilMs: number
  running: Promise<void> | undefined
}

/**
 * Posts new and changed calls to webhooks. What waits is in the database, so that any process may post it, and a post whose
 * try breaks off is tried again. Each webhook is worked off for itself, a batch at a time, by one process at a time.
 */
export class WebhookSender {
  readonly #parts: SendingParts & { log: Log }
  readonly #id = randomUUID()
  readonly #lanes = new Map<string, Lane>()
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #polling = Promise.resolve()

  constructor(parts: SendingParts & { log: Log }) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => void this.poll(), pollIntervalMs).unref()
  }

  /** Plans what has happened, and begins to post what may be tried by now. */
  async poll(now?: Date): Promise<void> {
    this.#polling = this.#polling.then(async () => {
      if (this.#closing.signal.aborted) return
      await this.#quietly(planDeliveries(this.#parts), 'planned')
      await this.#quietly(this.#begin(now ?? new Date()), 'found')
    })
    await this.#polling
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    await this.#polling
    await Promise.all([...this.#lanes.values()].flatMap(({ running }) => running ?? []))
  }

  /** What is under way breaks off, and is tried again. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.idle()
  }

  async #begin(now: Date): Promise<void> {
    for (const { id } of await selectDue(this.#parts.db, now)) {
      const lane = this.#laneOf(id)
      lane.running ??= this.#quietly(this.#drain(id, lane, now), 'sent').finally(() => {
        lane.running = undefined
      })
    }
  }

  #laneOf(id: string): Lane {
    const known = this.#lanes.get(id)
    if (known !== undefined) return known
    const lane = { batchSize: batchSizes.first, failures: 0, restsUntilMs: 0, running: undefined }
    this.#lanes.set(id, lane)
    return lane
  }

  /** Posts all that may be tried by then, unless the host accepts nothing, or another process posts to it. */
  async #drain(id: string, lane: Lane, now: Date): Promise<void> {
    try {
      await this.#drainHeld(id, lane, now)
    } finally {
      // While a host that accepts nothing rests, no other process begins anew with it.
      const restsForMs = lane.restsUntilMs - now.getTime()
      if (restsForMs <= 0 || this.#closing.signal.aborted)
        await leaveLane(this.#parts.db, { webhookId: id, holder: this.#id })
    }
  }

  async #hold(webhookId: string, now: Date): Promise<boolean> {
    // What is tried ahead of its time is ahead of the clock.
    const at = new Date(Math.max(now.getTime(), Date.now()))
    const until = new Date(at.getTime() + heldForMs)
    return await holdLane(this.#parts.db, { webhookId, holder: this.#id, now: at, until })
  }

  async #drainHeld(id: string, lane: Lane, now: Date): Promise<void> {
    const { db } = this.#parts
    const { signal: closing } = this.#closing
    while (!closing.aborted && lane.restsUntilMs <= now.getTime()) {
      if (!(await this.#hold(id, now))) return
      const webhook = await selectPosted(db, id)
      if (webhook?.isActive !== true) return
      const claimed = await claim(db, { webhookId: id, now, limit: lane.batchSize })
      if (claimed.length === 0) return
      let outcomes: SentOutcome[]
      try {
        outcomes = await sendDeliveries(this.#parts, webhook, { claimed, closing })
      } catch (error) {
        // The calls could not be read, which says nothing about the webhook.
        await release(db, { ids: claimed.map((delivery) => delivery.id), now })
        throw error
      }
      await recordOutcomes(db, { outcomes, at: new Date() })
      if (closing.aborted) return
      await this.#learn(webhook, lane, { outcomes, now })
    }
  }

  /** What the outcomes say of the host. */
  async #learn(
    webhook: PostedWebhook,
    lane: Lane,
    { outcomes, now }: { outcomes: readonly SentOutcome[]; now: Date },
  ): Promise<void> {
    const { id, failingSince } = webhook
    const posted = outcomes.filter(({ isPosted }) => isPosted)
    if (posted.length === 0) return
    const failed = posted.filter(({ error }) => error !== null)
    const hasAccepted = failed.length < posted.length
    lane.failures = hasAccepted ? 0 : lane.failures + failed.length
    lane.batchSize = batchSizeAfter(lane, failed.length)
    if (lane.failures >= maxFailures) {
      const restMs = Math.min(firstRestMs * 2 ** (lane.failures - maxFailures), maxRestMs)
      lane.restsUntilMs = now.getTime() + restMs
    }
    if (hasAccepted) {
      if (failingSince !== null) await updateFailingSince(this.#parts.db, { id, since: null })
    } else if (failingSince === null) await updateFailingSince(this.#parts.db, { id, since: now })
    else if (failingSince.getTime() < now.getTime() - pausedAfterMs)
      await this.#pause(webhook, { since: failingSince, error: failed.at(-1)?.error ?? '' })
  }

  /** What waits is kept, and posted when somebody has it go on. */
  async #pause({ id, name }: PostedWebhook, { since, error }: { since: Date; error: string }): Promise<void> {
    const { db, log } = this.#parts
    const { defaultTimeZone } = await readSettings(db)
    const day = formatDate(since.toISOString(), defaultTimeZone)
    const pausedReason = `Nothing was accepted since ${day}. The last error: ${error}`
    await change(db, systemActor, async (transaction) => {
      await updateRecord(transaction, 'webhook', { id, values: { isActive: false, pausedReason } })
    })
    log.error({ webhook: id, name }, 'a webhook accepted nothing for a week and is paused')
  }

  async #quietly(work: Promise<void>, done: string): Promise<void> {
    await orLogged(this.#parts.log, `webhook deliveries could not be ${done}; tried again`, work)
  }
}

function batchSizeAfter({ batchSize, failures }: Lane, failed: number): number {
  if (failures >= maxFailures) return 1
  return failed > 0 ? batchSizes.first : Math.min(batchSize * 2, batchSizes.max)
}
