import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { putClockForward } from '#test/clock.ts'
import { IngestPortal, type Sent } from '#test/ingest-portal.ts'
import { assertCases } from '#test/soak.ts'
import type { IngestCustomer } from './check.ts'

const minuteMs = 60_000
const firstMs = Date.UTC(2026, 0, 25)
const batches = 4
const numbers = Array.from({ length: 200 }, (_, at) => `+1415555${2000 + at}`)

const anyVersion = fc.record({
  isInbound: fc.boolean(),
  startHour: fc.integer({ min: 0, max: 40 }),
  // Some wait for hours until somebody answers, or hang up only then.
  waitedMinutes: fc.constantFrom(0, 1, 59, 61, 150, 600, 1500),
  talkedMinutes: fc.constantFrom(0, 5, 90),
  status: fc.constantFrom('answered', 'missed', 'voicemail'),
  isOfNextCaller: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  batch: fc.integer({ min: 0, max: batches - 1 }),
})
type Version = typeof anyVersion extends fc.Arbitrary<infer T> ? T : never

/** The versions of a call, the oldest first, but they come in in any order. */
const anyCall = fc.record({
  versions: fc.oneof(
    { weight: 9, arbitrary: fc.tuple(anyVersion) },
    { weight: 1, arbitrary: fc.array(anyVersion, { minLength: 2, maxLength: 3 }) },
  ),
  /** After the last version of it has come in. */
  isDeleted: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
})

const anyHistory = fc.array(anyCall, { minLength: 2, maxLength: 4 })

const anyArrival = fc.record({
  histories: fc.array(anyHistory, { minLength: numbers.length, maxLength: numbers.length, size: 'max' }),
  pauses: fc.array(fc.constantFrom('none', 'readable', 'settled', 'hours'), {
    minLength: batches,
    maxLength: batches,
  }),
})

/** A version of a call as it is sent. */
interface SentVersion {
  name: string
  batch: number
  isLast: boolean
  isDeleted: boolean
  row: Sent
}

function sentVersions(histories: readonly (typeof anyHistory extends fc.Arbitrary<infer T> ? T : never)[]) {
  return histories.flatMap((calls, caller) =>
    calls.flatMap(({ versions, isDeleted }, call) =>
      versions.map((version, at): SentVersion => {
        const name = `${caller}-${call}`
        const isLast = at === versions.length - 1
        // No two calls of a caller begin together: their order would be that of their ids.
        const startedMs = firstMs + version.startHour * 60 * minuteMs + (caller * 10 + call) * 1000
        const row = { externalCallId: name, revision: at + 1, ...timesOf(version, startedMs) }
        const number = numbers[(caller + Number(version.isOfNextCaller)) % numbers.length]
        return {
          name,
          batch: version.batch,
          isLast,
          isDeleted,
          row: { ...row, ...partiesOf(version, number) },
        }
      }),
    ),
  )
}

function timesOf({ waitedMinutes, talkedMinutes, status }: Version, startedMs: number): Sent {
  const waitedUntilMs = startedMs + waitedMinutes * minuteMs
  const endedMs = status === 'answered' ? waitedUntilMs + talkedMinutes * minuteMs : waitedUntilMs
  return {
    status,
    startedAt: new Date(startedMs).toISOString(),
    answeredAt: status === 'answered' ? new Date(waitedUntilMs).toISOString() : null,
    endedAt: new Date(endedMs).toISOString(),
  }
}

function partiesOf({ isInbound }: Version, number: string | undefined): Sent {
  const trackingNumber = '+18005550100'
  return isInbound
    ? { direction: 'inbound', trackingNumber, callerNumber: number }
    : { direction: 'outbound', trackingNumber, callerNumber: trackingNumber, targetNumber: number }
}

let portal: IngestPortal
beforeAll(async () => {
  portal = await IngestPortal.open()
})

async function pause(length: string | undefined): Promise<void> {
  if (length === 'readable') await portal.ingest.settled()
  if (length === 'settled' || length === 'hours') await portal.ingest.relationsSettled()
  if (length === 'hours') putClockForward(2 * 60 * minuteMs)
}

async function deleteCalls(customer: IngestCustomer, names: readonly string[]): Promise<void> {
  await portal.ingest.settled()
  const gone = (await portal.rowsOf(customer)).filter((row) =>
    names.includes(String(row['external_call_id'])),
  )
  await portal.ingest.change(async ({ number }) => {
    await portal.calls.command({
      sql: `UPDATE calls SET seen_to = {number:UInt64}
        WHERE customer_id = {customer:UUID} AND id IN {ids:Array(UUID)} AND seen_to = 0`,
      params: { customer: customer.id, ids: gone.map((row) => String(row['id'])), number },
    })
  })
  await portal.ingest.relationsChanged(
    customer.id,
    gone.map((row) => String(row[row['direction'] === 'inbound' ? 'caller_number' : 'target_number'])),
  )
}

async function relationsOf(customer: IngestCustomer) {
  await portal.ingest.relationsSettled()
  const columns = ['external_call_id', 'started_at', 'prior_calls', 'first_time', 'returned_at']
  return await portal.valuesOf(customer, ...columns)
}

describe('returned, first time and prior calls', () => {
  it(
    'do not depend on the order, the batches and the pauses in which calls come in',
    { tags: ['soak'] },
    async () => {
      let runs = 0
      const property = fc.asyncProperty(anyArrival, async ({ histories, pauses }) => {
        const sent = sentVersions(histories)
        const inParts = await portal.addCustomer(`parts-${++runs}`)
        for (const [batch, length] of pauses.entries()) {
          const rows = sent.filter((version) => version.batch === batch)
          await portal.accept(inParts, ...rows.map(({ row }) => row))
          await pause(length)
        }
        const deleted = sent.filter(({ isLast, isDeleted }) => isLast && isDeleted)
        await deleteCalls(
          inParts,
          deleted.map(({ name }) => name),
        )
        const inOneBatch = await portal.addCustomer(`once-${runs}`)
        const last = sent.filter(({ isLast, isDeleted }) => isLast && !isDeleted)
        await portal.accept(inOneBatch, ...last.map(({ row }) => row))
        expect(await relationsOf(inParts)).toEqual(await relationsOf(inOneBatch))
      })
      await assertCases(property, { few: 2, many: 200 })
    },
  )
})
