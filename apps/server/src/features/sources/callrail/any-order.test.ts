import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apiRow, postedCall } from '#test/sources/callrail-calls.ts'
import { assertCases, randomOf } from '#test/soak.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { SourceEvent } from '../adapter.ts'
import { eventOfRow, eventOfWebhook } from './call-object.ts'
import { callrail } from './callrail.ts'

const startMs = Date.parse(postedCall().start_time)

/** What people change of a call, each a minute after the one before, and whether the API is read after it. */
const edits = fc.array(
  fc.record({
    note: fc.option(fc.constantFrom('', 'a', 'b'), { nil: undefined }),
    tags: fc.option(fc.subarray(['x', 'y', 'z']), { nil: undefined }),
    lead_status: fc.option(fc.constantFrom('good_lead', 'not_a_lead'), { nil: undefined }),
    isRead: fc.boolean(),
    isDated: fc.boolean(),
  }),
  { maxLength: 10 },
)

type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never

/** All that CallRail says meanwhile, and how the call then is. */
function lifeOf(changes: Edits): { events: SourceEvent[]; last: object } {
  let now: Record<string, unknown> = { note: '', tags: [], lead_status: '' }
  const begun = { duration: '', answered: '', call_type: 'in_progress' }
  const events = [
    eventOfWebhook(postedCall(begun), isoAt(0)),
    eventOfWebhook(postedCall(now), isoAt(2)),
    ...changes.flatMap(({ isRead, isDated, ...edit }, at) => {
      const said = Object.entries(edit).filter(([, value]) => value !== undefined)
      now = { ...now, ...Object.fromEntries(said) }
      const minute = 10 + 2 * at
      const event = {
        ...now,
        changes: said.map(([name]) => name),
        ...(isDated && { timestamp: isoAt(minute) }),
      }
      return [
        eventOfWebhook(postedCall(event), isoAt(minute)),
        isRead ? eventOfRow(apiRow(now), isoAt(minute + 1)) : undefined,
      ]
    }),
  ].filter((event) => event !== undefined)
  return { events, last: now }
}

function isoAt(minute: number): string {
  return new Date(startMs + minute * 60_000).toISOString()
}

function callsOf(events: readonly SourceEvent[]) {
  // Kept once, and read by their keys.
  const kept = [...new Map(events.map((event) => [event.eventKey, event])).values()]
  return callrail.callsOf?.(kept, sourceContext())
}

it('makes the call that CallRail has, of events in any order, and again', { tags: ['soak'] }, async () => {
  await assertCases(
    fc.asyncProperty(edits, fc.array(fc.nat(), { maxLength: 10 }), fc.nat(), async (changes, more, order) => {
      const { events, last } = lifeOf(changes)
      const repeated = [...events, ...more.flatMap((at) => events[at % events.length] ?? [])]
      const random = randomOf(order)
      const shuffled = repeated
        .map((event) => ({ event, place: random() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ event }) => event)
      expect(callsOf(shuffled)).toEqual(callsOf(events))
      const fresh = eventOfWebhook(postedCall(last), isoAt(2))
      expect(callsOf(shuffled)).toEqual(callsOf(fresh === undefined ? [] : [fresh]))
      await Promise.resolve()
    }),
    { few: 50, many: 1000 },
  )
})
