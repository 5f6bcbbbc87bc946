import fc from 'fast-check'
import { expect, it } from 'vitest'
import { detailRecord } from '#test/sources/freeswitch-records.ts'
import { assertCases, randomOf } from '#test/soak.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { SourceEvent } from '../adapter.ts'
import { freeswitch } from './freeswitch.ts'
import { eventOfLeg } from './leg.ts'

const source = sourceContext({ ownNumbers: ['+18005550100'] })

const causes = [
  'NORMAL_CLEARING',
  'NO_ANSWER',
  'USER_BUSY',
  'ORIGINATOR_CANCEL',
  'LOSE_RACE',
  'CALL_REJECTED',
]
const time = fc.integer({ min: 0, max: 600_000 }).map((ms) => ms / 1000)

/** Up to eight legs of one call, at any times. */
const legs = fc
  .array(
    fc.record({
      start: time,
      rings: time,
      talks: fc.option(time, { nil: undefined }),
      to: fc.constantFrom('1001', '1002', '+14155550123'),
      cause: fc.constantFrom(...causes),
      disposition: fc.constantFrom(undefined, 'recv_bye', 'send_bye', 'recv_cancel', 'send_refuse'),
      held: fc.nat(30),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ start, rings, talks, disposition, ...leg }, at) =>
      detailRecord({
        ...leg,
        ...(disposition !== undefined && { disposition }),
        uuid: `leg-${at}`,
        ...(at > 0 && { origin: 'leg-0' }),
        start,
        ...(talks !== undefined && { answer: start + rings, bridge: start + rings }),
        end: start + rings + (talks ?? 0),
      }),
    ),
  )

/** The legs in any order, some of them more than once. */
const arrivals = legs.chain((records) =>
  fc.record({
    records: fc.constant(records),
    more: fc.array(fc.nat(records.length - 1), { maxLength: 10 }),
    order: fc.nat(),
  }),
)

function callsOf(events: readonly SourceEvent[]) {
  return freeswitch.callsOf?.(events, source)
}

it('makes the same call of legs that come in any order, and again', { tags: ['soak'] }, async () => {
  await assertCases(
    fc.asyncProperty(arrivals, async ({ records, more, order }) => {
      const events = records.flatMap((record) => eventOfLeg(record) ?? [])
      const repeated = [...events, ...more.flatMap((at) => events[at] ?? [])]
      const random = randomOf(order)
      const shuffled = repeated
        .map((event) => ({ event, place: random() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ event }) => event)
      expect(callsOf(shuffled)).toEqual(callsOf(events))
      expect(callsOf(shuffled)?.calls.map(({ externalCallId }) => externalCallId)).toEqual(['leg-0'])
      await Promise.resolve()
    }),
    { few: 50, many: 1000 },
  )
})
