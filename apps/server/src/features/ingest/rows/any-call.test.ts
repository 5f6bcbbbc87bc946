import { CallInput } from '@callboard/contract/calls'
import { callStatuses, directions } from '@callboard/contract/fields'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { IngestPortal, type Sent } from '#test/ingest-portal.ts'
import { seeds, times } from '#test/soak.ts'
import { contentHash } from './content-hash.ts'
import { sentFieldsOf } from './sent-fields.ts'

const earliestMs = Date.UTC(2010, 0, 1)
const latestMs = Date.now()

const text = (limit: number) =>
  fc.option(fc.string({ unit: 'grapheme', maxLength: limit }).filter(isShort(limit)))
const isShort = (limit: number) => (value: string) => value.length <= limit && !value.includes('\0')
const seconds = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
const decimal = fc.option(
  fc
    .tuple(
      fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }),
      fc.integer({ min: 0, max: 9999 }),
    )
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`),
)
const phone = fc.oneof(
  fc.stringMatching(/^\+1[2-9]\d{9}$/),
  fc.stringMatching(/^\d{1,15}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((value) => isShort(64)(value)),
)

/** Whatever the contract lets through, within the times that can be. */
const anyCall: fc.Arbitrary<Sent> = fc.record({
  sourceSystem: fc.constantFrom('a', 'b', 'Ü 電話', `"'\\`),
  externalCallId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(isShort(200)),
  revision: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  parentCallId: fc.option(fc.uuid()),
  direction: fc.constantFrom(...directions),
  status: fc.option(fc.constantFrom(...callStatuses)),
  answeredBy: text(200),
  hangupBy: fc.option(fc.oneof(fc.constantFrom('Callee', 'switch', 'agent', ' '), text(64))),
  hangupCause: fc.option(
    fc.oneof(fc.integer({ min: 0, max: 999 }), fc.constantFrom('USER_BUSY', '16', ' ', ''), text(200)),
  ),
  hangupReason: text(200),
  trackingNumber: phone,
  callerNumber: fc.option(phone),
  targetNumber: fc.option(phone),
  callerName: text(200),
  startedAt: fc.integer({ min: earliestMs, max: latestMs }).map((ms) => new Date(ms).toISOString()),
  answeredAt: fc.constant(null),
  duration: seconds,
  talkDuration: seconds,
  ringDuration: seconds,
  holdDuration: seconds,
  city: text(120),
  state: text(16),
  county: text(16),
  zipcode: fc.option(fc.oneof(fc.constantFrom('94107', '10001-1234', ''), fc.stringMatching(/^\d{5}$/))),
  postalcode: fc.option(fc.constantFrom('K1A 0B1', 'm5v', '')),
  country: fc.option(fc.constantFrom('US', 'CA', 'de', 'ZZ', '')),
  npanxx: text(6),
  dma: text(120),
  latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: fc.option(fc.double({ min: -180, max: 180, noNaN: true })),
  location: text(120),
  tod: text(120),
  agent: text(200),
  source: text(200),
  keyword: text(500),
  landingPage: text(2000),
  content: text(500),
  device: text(64),
  number: fc.option(phone),
  forwardedFrom: fc.option(phone),
  keysDialled: fc.option(fc.oneof(text(200), fc.stringMatching(/^[0-9*#,]{0,12}$/))),
  stirVerdict: fc.option(fc.oneof(fc.constantFrom('TN-Validation-Passed-A', 'b', 'none'), text(64))),
  sipCallId: text(255),
  codec: text(64),
  mos: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
  jitter: fc.option(fc.double({ min: 0, max: 100_000, noNaN: true })),
  packetLoss: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  cost: decimal,
  value: decimal,
  currency: fc.constantFrom('USD', 'EUR'),
  tags: fc.option(
    fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isShort(100)), {
      maxLength: 5,
    }),
  ),
  note: text(300),
  score: fc.option(fc.integer({ min: 0, max: 100 })),
  routeTrace: fc.option(
    fc.array(
      fc.record({
        at: fc.constant('2026-01-01T00:00:00Z'),
        step: fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isShort(64)),
        detail: fc.string({ unit: 'grapheme', maxLength: 50 }).filter(isShort(500)),
      }),
      { maxLength: 4 },
    ),
  ),
})

describe('a call that the contract allows', () => {
  let portal: IngestPortal
  beforeAll(async () => {
    portal = await IngestPortal.open()
  })

  // In one batch, which also spans more months (200) than the engine takes in an insert by default.
  it('can be stored, whatever its texts, numbers and times are', { tags: ['soak'] }, async () => {
    for (const seed of seeds(1, 50)) {
      const customer = await portal.addCustomer(`fuzz-${seed}`)
      const sent = fc.sample(anyCall, { numRuns: times(400, 1500), seed })
      expect(sent.filter((call) => !CallInput.safeParse(call).success)).toEqual([])
      const answer = await portal.accept(customer, ...sent)
      expect(answer.rejected.filter(({ code }) => code !== 'endedInFuture')).toEqual([])
      await portal.ingest.relationsSettled()
      const rows = await portal.rowsOf(customer)
      expect(rows).toHaveLength(answer.created)
      // What was sent can be told from what is stored.
      for (const row of rows)
        expect(contentHash(sentFieldsOf(row)), String(row['sent'])).toBe(row['content_hash'])
      expect(portal.errors).toEqual([])
      const again = await portal.accept(customer, ...sent)
      expect(again).toMatchObject({ created: 0 })
    }
  })
})
