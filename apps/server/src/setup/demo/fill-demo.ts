import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dayOf, startOfDay } from '@callboard/contract/calendar'
import type { CallStore } from '../../db/calls/call-store.ts'
import { change, systemActor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { type Geography, loadGeography } from '../../lib/geo/place-of-number.ts'
import type { ShowSignIns } from '../first-start.ts'
import { installAssignments } from './assignments.ts'
import { businesses } from './businesses.ts'
import { lineOf, rowOf } from './call-rows.ts'
import type { DemoCall } from './demo-call.ts'
import { installEntities } from './entities.ts'
import { hourMs } from './local-clock.ts'
import { makeCalls } from './make-calls.ts'
import { installPeople } from './people.ts'
import { deleteCallsOf, hasCustomers, insertCallRows, insertCustomers, lockCustomers } from './store.ts'

export interface DemoOptions {
  db: Db
  calls: CallStore
  /** For temporary files. */
  dataDir: string
  /** Loaded here unless it is given. */
  geography?: Geography
  now: Date
  seed?: number
  callCount?: number
  onProgress?: (done: number, all: number) => void
  show?: ShowSignIns
  /** Resolves when the calls that were written cannot be lost any more. */
  keep?: () => Promise<void>
}

/**
 * Fills a portal without customers with made-up ones, their telephones, callers and three months of calls, and makes
 * users for each kind of right. To be called before the portal answers, as it locks the database.
 *
 * The customers come last and all at once. A portal that stopped before that has calls of no customer, which the next attempt
 * deletes before it starts over; one that stopped later is complete and is left alone.
 */
export async function fillDemo(options: DemoOptions): Promise<void> {
  const { db, calls, now, seed = 1, callCount = 200_000 } = options
  if (await hasCustomers(db)) return
  const geography = options.geography ?? loadGeography()
  const settings = await readSettings(db)
  const made = makeCalls({
    geography,
    seed,
    callCount,
    nowMs: now.getTime(),
    returnedWithinMs: settings.returnedWithinHours * hourMs,
  })
  await change(db, systemActor, async (transaction) => {
    await lockCustomers(transaction)
    if (await hasCustomers(transaction)) return
    await deleteCallsOf(
      calls,
      businesses.map(({ customerId }) => customerId),
    )
    await insertCalls(made.calls, { ...options, seed })
    await options.keep?.()
    await insertCustomers(
      transaction,
      businesses.map(({ customerId: id, code, name, timeZone, currency, country }) => {
        return { id, code, name, timeZone, currency, country }
      }),
    )
    const entityIds = await installEntities(transaction, { ...made, geography, nowMs: now.getTime() })
    await installAssignments(transaction, { ...made, entityIds })
    // A role whose last day was yesterday.
    const today = dayOf(now.toISOString(), settings.defaultTimeZone)
    const expiredAt = new Date(startOfDay(today, settings.defaultTimeZone).epochMilliseconds)
    options.show?.(await installPeople(transaction, { entityIds, expiredAt }))
  })
}

const rowBatchSize = 25_000

/** While one file is inserted, the next is written. */
async function insertCalls(
  made: readonly DemoCall[],
  { calls, dataDir, now, seed, onProgress }: DemoOptions & { seed: number },
): Promise<void> {
  const folder = join(resolve(dataDir), 'demo')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // Each attempt starts without calls: the rows of an earlier one must not count as duplicates.
  const attempt = randomUUID()
  const options = { seed, nowMs: now.getTime() }
  const columns = made.slice(0, 1).flatMap((call) => Object.keys(rowOf(call, options)))
  let inserting = Promise.resolve()
  try {
    for (let from = 0; from < made.length; from += rowBatchSize) {
      // Line by line: rows that live until the last one of them is made keep the garbage collector busy.
      const lines = made.slice(from, from + rowBatchSize).map((call) => lineOf(rowOf(call, options)))
      const path = join(folder, `${from}.tsv`)
      await writeFile(path, lines.join(''))
      await inserting
      onProgress?.(from, made.length)
      inserting = insertCallRows(calls, { path, columns, token: `demo-${attempt}-${from}` })
      // Awaited in the next round; until then nobody would handle a failure.
      inserting.catch(() => {})
    }
    await inserting
    onProgress?.(made.length, made.length)
  } finally {
    await inserting.catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}
