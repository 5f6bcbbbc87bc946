import fc from 'fast-check'
import { entityTypes, type EntityType } from '@callboard/contract/claims'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, hasNoRows, includesCall, rowsOfBoth, type SeenRows } from './seen-rows.ts'

function call(customerId: string, codes: Partial<Record<EntityType, string>> = {}) {
  const none = Object.fromEntries(entityTypes.map((type) => [type, '']))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every type has a code
  return { customerId, codes: { ...none, ...codes } as Record<EntityType, string> }
}

const entity = (code: string, customerId: string | null = null) => ({
  type: 'location' as const,
  code,
  customer_id: customerId,
})
const everything: SeenRows = { customerIds: undefined, restrictions: [] }

describe('whether a call is seen', () => {
  it('follows from its customer', () => {
    expect(includesCall(everything, call('a'))).toBe(true)
    expect(includesCall({ customerIds: ['a', 'b'], restrictions: [] }, call('b'))).toBe(true)
    expect(includesCall({ customerIds: ['a', 'b'], restrictions: [] }, call('c'))).toBe(false)
    expect(includesCall({ customerIds: [], restrictions: [] }, call('a'))).toBe(false)
  })

  it('takes an entity of each list, of its type, and of its customer where the entity has one', () => {
    const north = { customerIds: undefined, restrictions: [[entity('south'), entity('north', 'a')]] }
    expect(includesCall(north, call('a', { location: 'north' }))).toBe(true)
    expect(includesCall(north, call('b', { location: 'south' }))).toBe(true)
    expect(includesCall(north, call('b', { location: 'north' }))).toBe(false)
    expect(includesCall(north, call('a', { network: 'north' }))).toBe(false)
    const both = { customerIds: undefined, restrictions: [[entity('north')], [entity('south')]] }
    expect(includesCall(both, call('a', { location: 'north' }))).toBe(false)
    expect(includesCall({ customerIds: undefined, restrictions: [[]] }, call('a'))).toBe(false)
  })
})

const customers = ['a', 'b', 'c']
const rows: fc.Arbitrary<SeenRows> = fc.record({
  customerIds: fc.option(fc.subarray(customers), { nil: undefined }),
  restrictions: fc.array(
    fc.array(
      fc.record({
        type: fc.constantFrom('location' as const, 'network' as const),
        code: fc.constantFrom('n', 's'),
        customer_id: fc.option(fc.constantFrom(...customers)),
      }),
      { maxLength: 3 },
    ),
    { maxLength: 2 },
  ),
})
const calls = customers.flatMap((customer) =>
  ['n', 's', ''].flatMap((location) =>
    ['n', 's', ''].map((network) => call(customer, { location, network })),
  ),
)

describe('the rows that two people see', () => {
  it('are those that each of them sees', () => {
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const both = rowsOfBoth(one, other)
        for (const each of calls)
          expect(includesCall(both, each)).toBe(includesCall(one, each) && includesCall(other, each))
      }),
    )
  })

  it('are none where nothing can match', () => {
    fc.assert(
      fc.property(rows, (one) => {
        expect(hasNoRows(one) && calls.some((each) => includesCall(one, each))).toBe(false)
      }),
    )
    expect(hasNoRows(everything)).toBe(false)
    expect(hasNoRows({ customerIds: [], restrictions: [] })).toBe(true)
    expect(hasNoRows({ customerIds: ['a'], restrictions: [[entity('n')], []] })).toBe(true)
    expect(hasNoRows({ customerIds: ['a'], restrictions: [[entity('n')]] })).toBe(false)
  })
})

it('the fingerprint is that of the rows, whatever their order', () => {
  const print = (customerIds: string[] | undefined, ...restrictions: SeenRows['restrictions']) =>
    fingerprintOf({ customerIds, restrictions })
  expect(print(['a', 'b'])).toBe(print(['b', 'a']))
  expect(print(['a'], [entity('n'), entity('s')])).toBe(print(['a'], [entity('s'), entity('n')]))
  const different = [
    print(undefined),
    print([]),
    print(['a']),
    print(['b']),
    print(['a'], []),
    print(['a'], [entity('n')]),
    print(['a'], [entity('n', 'a')]),
    print(['a'], [entity('n')], [entity('s')]),
    print(['a'], [entity('n'), entity('s')]),
    print(['a'], [{ ...entity('n'), type: 'network' }]),
  ]
  expect(new Set(different).size).toBe(different.length)
})
