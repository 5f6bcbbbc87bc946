import type { EntityType } from '@callboard/contract/claims'
import type { Transaction } from '../../db/tables/schema.ts'
import type { Geography } from '../../lib/geo/place-of-number.ts'
import { nameOfState, stateOfCounty } from '../../lib/geo/states.ts'
import { type Business, regionNames } from './businesses.ts'
import { networks } from './channels.ts'
import type { DemoCall } from './demo-call.ts'
import { type EntityToInstall, insertEntities } from './store.ts'
import { hoursOf, targetsOf } from './routing.ts'
import type { Switchboard } from './switchboard.ts'

interface Described {
  calls: readonly DemoCall[]
  switchboards: ReadonlyMap<Business, Switchboard>
  geography: Geography
  nowMs: number
}

/**
 * Names for the codes that stand in the calls. ZIP codes and exchanges are their own names, and a metro area is no
 * entity. Ids by type and code, as `location HH-BKN`.
 */
export async function installEntities(
  transaction: Transaction,
  described: Described,
): Promise<ReadonlyMap<string, string>> {
  const parents = await insertEntities(transaction, [...states(described), ...regions(described)])
  const children = await insertEntities(transaction, [
    ...counties(described, parents),
    ...[...described.switchboards].flatMap(([business, switchboard]) =>
      ownEntities({ business, switchboard, nowMs: described.nowMs }, parents),
    ),
    ...networks.map(({ code, name }) => entity('network', { code, name, customerId: null })),
  ])
  return new Map([...parents, ...children])
}

function entity(type: EntityType, rest: Omit<EntityToInstall, 'type'>): EntityToInstall {
  return { type, ...rest }
}

function states({ calls }: Described): EntityToInstall[] {
  const codes = new Set(calls.map(({ caller }) => caller?.place.state ?? ''))
  codes.delete('')
  return [...codes]
    .toSorted()
    .map((code) => entity('state', { code, name: nameOfState(code), customerId: null }))
}

function counties({ calls, geography }: Described, parents: ReadonlyMap<string, string>): EntityToInstall[] {
  const codes = new Set(calls.map(({ caller }) => caller?.place.county ?? ''))
  codes.delete('')
  return [...codes].toSorted().map((code) => {
    const state = stateOfCounty(code)
    return entity('county', {
      code,
      name: `${geography.countyName(code)}, ${state.slice(3)}`,
      customerId: null,
      ...parentOf(`state ${state}`, parents),
    })
  })
}

function parentOf(key: string, parents: ReadonlyMap<string, string>): { parentId?: string } {
  const parentId = parents.get(key)
  return parentId === undefined ? {} : { parentId }
}

function regions({ switchboards }: Described): EntityToInstall[] {
  return [...switchboards.keys()].flatMap(({ branches, customerId }) => {
    const codes = new Set(branches.flatMap(({ region }) => region ?? []))
    return [...codes].map((code) => entity('location', { code, name: regionNames[code] ?? code, customerId }))
  })
}

function ownEntities(
  { business, switchboard, nowMs }: { business: Business; switchboard: Switchboard; nowMs: number },
  parents: ReadonlyMap<string, string>,
): EntityToInstall[] {
  const { customerId, branches } = business
  const markets = new Set(branches.flatMap(({ market }) => market ?? []))
  return [
    ...branches.map(({ code, name, region, timeZone }) =>
      entity('location', {
        code,
        name,
        customerId,
        attributes: { timeZone: timeZone ?? business.timeZone },
        ...parentOf(`location ${region ?? ''}`, parents),
      }),
    ),
    ...switchboard.lines.map(({ number, name }) => entity('number', { code: number, name, customerId })),
    ...switchboard.phases.map(({ code, name, phase }) => {
      const hours = hoursOf(business, phase, nowMs)
      return entity('tod', { code, name, customerId, ...(hours !== undefined && { routing: [hours] }) })
    }),
    ...switchboard.teams.map(({ code, name }) =>
      entity('rotationgroup', { code, name, customerId, routing: [targetsOf(switchboard)] }),
    ),
    ...switchboard.routes.map(({ code, name, rule, version }) =>
      entity('historicalroute', { code, name, customerId, attributes: { rule, version: String(version) } }),
    ),
    ...[...markets].map((market) => entity('dma', { code: market, name: market, customerId })),
  ]
}
