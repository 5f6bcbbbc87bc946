import type { Body } from '@callboard/contract/endpoint'
import {
  CallRouting,
  type GivenVersion,
  isRoutedType,
  type RoutedType,
  routedTypes,
  Routing,
  type updateRouting as updating,
  type VersionShares,
} from '@callboard/contract/routing'
import { isWithinHours } from '@callboard/contract/routing-hours'
import type { z } from 'zod'
import { changeBy } from '../../../access/callers/actor.ts'
import { type Caller, holds, seesFigures } from '../../../access/callers/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  requireEntityType,
} from '../../../access/rows/entity-visibility.ts'
import { Scope } from '../../../access/rows/scope.ts'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { updateRecord } from '../../../db/records/records.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../../lib/app-error.ts'
import { instantOfMoment } from '../../../lib/given-moment.ts'
import { countryOfNumbers, toE164 } from '../../../lib/phone.ts'
import { findCall } from '../../../report-engine/details/details.ts'
import * as store from './routing-store.ts'
import { selectShares } from './shares-store.ts'

interface Reading extends StoredCalls {
  db: Db
}

/** Throws `notFound` also for an entity that the caller may not see, and one of a type that routes nothing. */
export async function getRouting(
  { db }: Pick<Reading, 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<Routing> {
  return routingOf(caller, await findRouted(db, await getEntityVisibility(db, caller), id))
}

type Routed = store.RoutingRow & { type: RoutedType }

function isRouted(row: store.RoutingRow): row is Routed {
  return isRoutedType(row.type)
}

async function findRouted(db: Db, visibility: EntityVisibility, id: string): Promise<Routed> {
  const found = orNotFound(await store.selectRouting(db, visibility, id))
  if (!isRouted(found)) throw notFound()
  return found
}

/** That of its customer; of one of no customer in particular, that of whoever asks. */
function zoneOf(caller: Caller, { timeZone }: Pick<store.RoutingRow, 'timeZone'>): string {
  return timeZone ?? caller.timeZone
}

function routingOf(caller: Caller, row: Routed): Routing {
  const { type, entityId, revision, versions } = row
  return Routing.parse({ type, entityId, revision, versions, timeZone: zoneOf(caller, row) })
}

/**
 * Throws `notFound` as `getRouting`, `forbidden`, `invalid` for versions of another type and for two that begin at once, and
 * `revisionConflict`.
 */
export async function updateRouting(
  { db }: Pick<Reading, 'db'>,
  caller: Caller,
  { id, type, revision, versions }: Body<typeof updating> & { id: string },
): Promise<Routing> {
  const visibility = await getEntityVisibility(db, caller)
  return await changeBy(db, caller, async (transaction) => {
    const entity = await findRouted(transaction, visibility, id)
    requireEntityType(caller, entity.type, 'edit')
    if (entity.customerId === null && !caller.isAdmin)
      throw new AppError('forbidden', 'Only administrators can change entities without a customer.')
    if (type !== entity.type)
      throw new AppError('invalid', `This entity is of the type ${entity.type}.`, { field: 'type' })
    const routing = JSON.stringify(inOrderOfTime(versions, { ...entity, timeZone: zoneOf(caller, entity) }))
    await updateRecord(transaction, 'entity', { id, revision, values: { routing } })
    return await getRouting({ db: transaction }, caller, { id })
  })
}

/** With the instants at which they begin. Throws `invalid`. */
function inOrderOfTime(
  versions: readonly GivenVersion[],
  { timeZone, country }: { timeZone: string; country: string | null },
) {
  const starts = new Set<string | null>()
  const planned = versions.map((version, at) => {
    const field = `versions.${at}.from`
    const from = version.from === null ? null : instantOfMoment(version.from, timeZone, field)
    if (starts.has(from)) throw new AppError('invalid', 'Two versions begin at the same time.', { field })
    starts.add(from)
    if (!('targets' in version)) return { ...version, from }
    const targets = version.targets.map((one) => ({
      ...one,
      target: toE164(one.target, countryOfNumbers(country)) ?? one.target,
    }))
    return { ...version, from, targets }
  })
  // Texts of instants are in their order.
  return planned.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))
}

/** None for those who see no figures of calls. Throws as `getRouting`. */
export async function listTargetShares(
  { db, ...reading }: Reading,
  caller: Caller,
  { id }: { id: string },
): Promise<VersionShares[]> {
  const visibility = await getEntityVisibility(db, caller)
  const { type, code, customerId, versions } = await findRouted(db, visibility, id)
  if (type !== 'rotationgroup' || !seesFigures(caller)) return []
  return await selectShares(reading, visibility.scope, {
    code,
    customerId,
    from: versions.map(({ from }) => from),
  })
}

/** Of the rule and the group of a call that the caller sees. Throws `notFound` for a call that they do not see. */
export async function getCallRouting(
  { db, ...reading }: Reading,
  caller: Caller,
  { id }: { id: string },
): Promise<CallRouting[]> {
  const call = orNotFound(await findCall(await Scope.of(db, caller), id, reading))
  const customerId = String(call['customerId'])
  const startedAt = String(call['startedAt'])
  const visibility = await getEntityVisibility(db, caller)
  const found = await Promise.all(
    routedTypes
      .filter((type) => holds(caller, `${type}.view`))
      .map(async (type) => {
        const code = call[type]
        if (typeof code !== 'string' || code === '') return []
        const row = await store.selectRoutingByCode(db, visibility, { type, code, customerId })
        return row !== undefined && isRouted(row) ? [routingAt(caller, row, startedAt)] : []
      }),
  )
  return found.flat()
}

/** What of it was in force at an instant. */
function routingAt(caller: Caller, row: Routed, startedAt: string): CallRouting {
  const { type, entityId, code, name, versions } = row
  const at = versions.findLastIndex(({ from }) => from === null || from <= startedAt)
  const until = versions[at + 1]?.from ?? null
  const ofCall = { entityId, code, name, timeZone: zoneOf(caller, row), until }
  const read = CallRouting.parse({
    type,
    ...ofCall,
    version: versions[at] ?? null,
    ...(type === 'tod' && { isWithin: null }),
  } satisfies Record<keyof z.input<typeof CallRouting>, unknown>)
  if (read.type !== 'tod' || read.version === null) return read
  return { ...read, isWithin: isWithinHours(read.version, startedAt) }
}
