import { callStatuses, type directions } from '@callboard/contract/fields'
import fc from 'fast-check'
import type { EntityTable } from '#server/db/tables/schema.ts'

/** Codes that calls carry and entities have, few enough to meet; some differ in nothing but their case. */
export const codes = {
  location: ['main', 'Main', 'north'],
  network: ['n1', 'n2'],
  rotationgroup: ['r1', 'r2'],
  tod: ['open', 'closed'],
  dma: ['NEW YORK', 'BOISE'],
  npanxx: ['212555', '415555'],
  number: ['+18005550100', '+18005550101', '+18005550102'],
} as const satisfies Partial<Record<EntityTable['type'], readonly string[]>>

export type CodeType = keyof typeof codes
export const codeTypes = ['location', 'network', 'rotationgroup', 'tod', 'dma', 'npanxx', 'number'] as const

/** What a world is made of; everything else is named by its place in these lists. */
export interface WorldPlan {
  customers: number
  calls: CallPlan[]
  entities: {
    type: CodeType
    code: string
    customer: number | null
    parent: number | null
    isActive: boolean
  }[]
  entityGroups: { entities: number[]; users: number[]; isActive: boolean }[]
  users: { customer: number | null }[]
  groups: { customers: number[]; users: number[]; isActive: boolean }[]
}

/** A code as one world alone has it: entities of no customer are those of every world in the portal. */
function codeIn(world: number, type: CodeType, code: string): string {
  if (type === 'number')
    return `${code.slice(0, -4)}${String(world * 10 + Number(code.slice(-1))).padStart(4, '0')}`
  return type === 'npanxx' ? `${code.slice(0, 3)}${500 + world}` : `${code} ${world}`
}

/** The plan of one world among others. */
export function planIn(world: number, plan: WorldPlan): WorldPlan {
  return {
    ...plan,
    entities: plan.entities.map((entity) => ({ ...entity, code: codeIn(world, entity.type, entity.code) })),
    calls: plan.calls.map((call) => {
      const own = { ...call }
      for (const type of codeTypes) {
        const code = call[type]
        if (code !== null) own[type] = codeIn(world, type, code)
      }
      return own
    }),
  }
}

export interface CallPlan extends Record<Exclude<CodeType, 'number'>, string | null> {
  number: string
  customer: number
  direction: (typeof directions)[number]
  status: (typeof callStatuses)[number]
  callerNumber: string | null
  source: string | null
  campaign: string | null
  agent: string | null
  tags: string[]
  value: string | null
  minute: number
  duration: number
  isLeg: boolean
}

/** Two weeks, of which the second is the period of the reports and the first the one before. */
export const weeks = { before: '2026-03-02', from: '2026-03-09', to: '2026-03-16' }
const minutes = 14 * 24 * 60

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null })
const place = (maxCount: number) => fc.nat({ max: maxCount - 1 })
const places = (maxCount: number) => fc.uniqueArray(place(maxCount), { maxLength: maxCount })

const callPlan = (customers: number): fc.Arbitrary<CallPlan> =>
  fc.record({
    customer: place(customers),
    location: maybe(codes.location),
    network: maybe(codes.network),
    rotationgroup: maybe(codes.rotationgroup),
    tod: maybe(codes.tod),
    dma: maybe(codes.dma),
    npanxx: fc.constantFrom(...codes.npanxx),
    number: fc.constantFrom(...codes.number),
    direction: fc.constantFrom('inbound', 'inbound', 'outbound'),
    status: fc.constantFrom(...callStatuses),
    callerNumber: maybe(['+12125550147', '+14155550123', '+13125550199']),
    source: maybe(['radio', 'Web', '=cmd', 'spring sale']),
    campaign: maybe(['50%_off', '50% off', 'Grün']),
    agent: maybe(['Ada', 'Bo']),
    tags: fc.subarray(['lead', 'spam', 'VIP']),
    value: maybe(['10', '12.5', '-3']),
    minute: fc.nat({ max: minutes - 1 }),
    duration: fc.nat({ max: 600 }),
    isLeg: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  })

const entities = (customers: number) =>
  fc
    .uniqueArray(
      fc.constantFrom(...codeTypes).chain((type) =>
        fc.record({
          type: fc.constant(type),
          code: fc.constantFrom(...codes[type]),
          customer: fc.option(place(customers), { nil: null }),
          parent: fc.option(fc.nat(), { nil: null }),
          isActive: fc.boolean(),
        }),
      ),
      { selector: ({ type, code, customer }) => `${type} ${code} ${customer}`, maxLength: 8 },
    )
    // A parent is one of those made before.
    .map((list) =>
      list.map((entity, at) => ({
        ...entity,
        parent: entity.parent === null || at === 0 ? null : entity.parent % at,
      })),
    )

const users = 3

export const worldPlan: fc.Arbitrary<WorldPlan> = fc.integer({ min: 2, max: 4 }).chain((customers) =>
  entities(customers).chain((made) =>
    fc.record({
      customers: fc.constant(customers),
      calls: fc.array(callPlan(customers), { minLength: 6, maxLength: 16 }),
      entities: fc.constant(made),
      entityGroups: fc.array(
        fc.record({
          entities: made.length === 0 ? fc.constant([]) : places(made.length),
          users: places(users),
          isActive: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
        }),
        { maxLength: 2 },
      ),
      users: fc.array(fc.record({ customer: fc.option(place(customers), { nil: null }) }), {
        minLength: users,
        maxLength: users,
      }),
      groups: fc.array(
        fc.record({
          customers: places(customers),
          users: places(users),
          isActive: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
        }),
        { maxLength: 3 },
      ),
    }),
  ),
)
