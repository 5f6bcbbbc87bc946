import { randomUUID } from 'node:crypto'
import { keysetPageOf } from '@callboard/contract/paging'
import { z } from 'zod'
import { expectOk } from '../expect-errors.ts'
import type { SentCall } from '../factory.ts'
import type { Person, Portal } from '../portal.ts'
import { type CallPlan, codeTypes, planIn, type WorldPlan, weeks } from './world-plan.ts'

export interface MadeCall extends CallPlan {
  id: string
  externalCallId: string
  startedAt: string
  /** Null while the call goes on. */
  seconds: number | null
  customerId: string
}

/** A plan come true. */
export interface World {
  plan: WorldPlan
  customers: { id: string; name: string; key: string }[]
  users: Person[]
  entityNames: string[]
  /** Ids, in the order of the plan. */
  entityGroups: string[]
  calls: MadeCall[]
}

/** A user of a world who asks, and what they may see of it. */
export interface Asking {
  test: Portal
  world: World
  /** Place in the world. */
  user: number
  token: string
  visible: readonly MadeCall[]
}

let worlds = 0

/** Makes what a plan says. */
export async function makeWorld(test: Portal, plan: WorldPlan): Promise<World> {
  const world = await makeQuietWorld(test, plan)
  return { ...world, calls: await sendCalls(test, world) }
}

/** The same, but that its calls are still to come. */
export async function makeQuietWorld(test: Portal, given: WorldPlan): Promise<World> {
  const { make } = test
  const number = ++worlds
  const plan = planIn(number, given)
  const customers = await each(Array.from({ length: plan.customers }), async () => {
    const { id, name } = await make.customer()
    return { id, name, key: await make.apiKey(id) }
  })
  const customerOf = (at: number | null) => (at === null ? {} : { customerId: customers[at]?.id ?? '' })
  const users = await each(plan.users, async ({ customer }) => {
    const claims = ['dashboard.view', 'reporting.view', 'reporting.call.details'] as const
    return await make.user({ claims, timeZone: 'UTC', ...customerOf(customer) })
  })
  const userIds = (places: readonly number[]) => places.map((at) => users[at]?.id ?? '')
  await each(plan.groups, async (group) =>
    make.group({
      customerIds: group.customers.map((at) => customers[at]?.id ?? ''),
      userIds: userIds(group.users),
      isActive: group.isActive,
    }),
  )
  const entityNames = plan.entities.map((_, at) => `entity ${at} of world ${number}`)
  const entityIds: string[] = []
  for (const [at, { type, code, customer, parent, isActive }] of plan.entities.entries()) {
    const name = entityNames[at] ?? ''
    const parentOf = parent === null ? {} : { parentId: entityIds[parent] ?? '' }
    entityIds.push(await make.entity({ type, code, name, isActive, ...customerOf(customer), ...parentOf }))
  }
  const entityGroups = await each(plan.entityGroups, async (group) =>
    make.entityGroup({
      entityIds: group.entities.map((at) => entityIds[at] ?? ''),
      userIds: userIds(group.users),
      isActive: group.isActive,
    }),
  )
  return { plan, customers, users, entityNames, entityGroups, calls: [] }
}

/** Has the planned calls come in as a telephone system sends them, and answers them with the ids they got. */
export async function sendCalls(test: Portal, { plan, customers }: World): Promise<MadeCall[]> {
  const calls = plan.calls.map((call, at) => {
    const startedAt = new Date(Date.parse(weeks.before) + call.minute * 60_000).toISOString()
    const customerId = customers[call.customer]?.id ?? ''
    const seconds = call.status === 'in-progress' ? null : call.duration
    return {
      ...call,
      externalCallId: `${customerId.slice(-6)}-${worlds}-${at}`,
      startedAt,
      seconds,
      customerId,
    }
  })
  for (const { id, key } of customers) {
    const body = calls.filter((call) => call.customerId === id).map(asSent)
    const { text } = await test.ask({ path: '/api/calls', body, token: key })
    if (!text.includes(`"created":${body.length},`)) throw new Error(`the calls were not taken: ${text}`)
  }
  await test.runtime.ingest.relationsSettled()
  const ids = await idsOf(test, customers)
  return calls.map((call) => ({ ...call, id: ids.get(call.externalCallId) ?? '' }))
}

function asSent({
  customer: _at,
  customerId: _id,
  isLeg,
  minute: _minute,
  seconds,
  ...call
}: Omit<MadeCall, 'id'>): SentCall {
  const { duration: _duration, number, value, ...rest } = call
  return {
    ...rest,
    trackingNumber: number,
    number,
    parentCallId: isLeg ? randomUUID() : null,
    ...(value === null ? {} : { value, currency: 'USD' }),
    ...(seconds === null
      ? {}
      : {
          duration: seconds,
          endedAt: new Date(Date.parse(call.startedAt) + seconds * 1000).toISOString(),
        }),
  }
}

const Ids = keysetPageOf(z.object({ id: z.string(), externalCallId: z.string() }))

async function idsOf(test: Portal, customers: World['customers']): Promise<ReadonlyMap<string, string>> {
  const user = await test.make.user({ isAdmin: true })
  const filters = [
    { field: 'customerId', op: 'in', values: customers.map(({ id }) => id) },
    // Names the parent call, so that legs are there as well.
    { field: 'parentCallId', op: 'ne', values: [randomUUID()] },
  ]
  const body = { ...period, timeZone: 'UTC', filters, columns: ['externalCallId'], pageSize: 1000 }
  const answer = await user.ask({ path: '/api/reporting/calldetails', body })
  return new Map(Ids.parse(expectOk(answer)).items.map(({ id, externalCallId }) => [externalCallId, id]))
}

/** The two weeks of a world. */
export const period = { from: weeks.before, to: weeks.to }

/** The customers whose calls a user may see: their own, and those of their active groups. */
export function customersOf({ plan }: World, user: number): ReadonlySet<number> {
  const own = plan.users[user]?.customer ?? null
  const ofGroups = plan.groups
    .filter((group) => group.isActive && group.users.includes(user))
    .flatMap((group) => group.customers)
  return new Set(own === null ? ofGroups : [own, ...ofGroups])
}

/** The rule of rows, word by word: slow, and nothing of it shared with the portal. */
export function sees(world: World, user: number, call: MadeCall): boolean {
  if (!customersOf(world, user).has(call.customer)) return false
  const groups = world.plan.entityGroups.filter((group) => group.users.includes(user))
  if (groups.length === 0) return true
  return groups.some((group) => group.isActive && isInEntities(world, group.entities, call))
}

/** Whether a call matches one of these entities or of what stands below them. */
export function isInEntities({ plan }: World, entities: readonly number[], call: MadeCall): boolean {
  const isBelow = (at: number | null): boolean =>
    at !== null && (entities.includes(at) || isBelow(plan.entities[at]?.parent ?? null))
  return plan.entities.some(
    ({ type, code, customer }, at) =>
      isBelow(at) &&
      codeTypes.some((one) => one === type && call[one] === code) &&
      (customer === null || customer === call.customer),
  )
}

async function each<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of list) results.push(await work(one))
  return results
}
