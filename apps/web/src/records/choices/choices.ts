import { entityTypes, type EntityType } from '@callboard/contract/claims'
import * as customers from '@callboard/contract/customers'
import { getEmailTemplate, searchEmailTemplates } from '@callboard/contract/email-templates'
import * as entities from '@callboard/contract/entities'
import * as entityGroups from '@callboard/contract/entity-groups'
import * as managing from '@callboard/contract/manage-reports'
import { listUsers } from '@callboard/contract/manage-users'
import * as sets from '@callboard/contract/report-sets'
import * as reports from '@callboard/contract/reports'
import * as roles from '@callboard/contract/roles'
import { getUser } from '@callboard/contract/users'
import { send } from '#web/lib/api/api.ts'
import { entityTypeNames } from '@callboard/contract/claim-words'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import { fullName } from '#web/lib/session/current-user.ts'
import { userAsChoice } from '#web/records/choices/portal-user-choice.ts'
import type { Choice, RecordChoice } from '#web/records/choices/record-choice.ts'

/** As many records as are offered at once. */
export const choiceLimit = 20

type Search = { keyword: string; pageSize: number }

/** Records by their names, found and read by what an endpoint answers. */
export function namedChoice(
  subject: Subject,
  search: (body: Search, signal: AbortSignal) => Promise<{ items: readonly Named[] }>,
  get: (id: string, signal: AbortSignal) => Promise<{ name: string }>,
): RecordChoice {
  return {
    key: [subject],
    search: async (keyword, signal) => namedChoices(await search({ keyword, pageSize: choiceLimit }, signal)),
    nameOf: async (id, signal) => (await get(id, signal)).name,
  }
}

/** Customers of whoever chooses, who needs the right to see them. */
export const customerChoice = namedChoice(
  'customer',
  (body, signal) => send(customers.searchCustomers, { body }, signal),
  (id, signal) => send(customers.getCustomer, { params: { id } }, signal),
)

export const roleChoice = namedChoice(
  'role',
  (body, signal) => send(roles.searchRoles, { body }, signal),
  (id, signal) => send(roles.getRole, { params: { id } }, signal),
)

/** Reports and their sets, for administrators. */
export const reportChoice = namedChoice(
  'report',
  (body, signal) => send(managing.searchReports, { body }, signal),
  (id, signal) => send(reports.getReport, { params: { id } }, signal),
)

export const reportSetChoice = namedChoice(
  'reportSet',
  (body, signal) => send(sets.searchReportSets, { body }, signal),
  (id, signal) => send(sets.getReportSet, { params: { id } }, signal),
)

export const entityGroupChoice = namedChoice(
  'entityGroup',
  (body, signal) => send(entityGroups.searchEntityGroups, { body }, signal),
  (id, signal) => send(entityGroups.getEntityGroup, { params: { id } }, signal),
)

/** Templates that administrators have written. */
export const templateChoice = namedChoice(
  'emailTemplate',
  async (body, signal) => {
    const { items } = await send(searchEmailTemplates, { body }, signal)
    return { items: items.filter(({ key }) => key === null) }
  },
  (id, signal) => send(getEmailTemplate, { params: { id } }, signal),
)

/** All users, also those who are deleted, for administrators. */
export const userChoice: RecordChoice = {
  key: ['user', 'all'],
  search: async (keyword, signal) => {
    const query = { keyword, pagesize: choiceLimit, activeonly: 'false' } as const
    return (await send(listUsers, { query }, signal)).items.map(userAsChoice)
  },
  nameOf: async (id, signal) => fullName(await send(getUser, { params: { id } }, signal)),
}

/** Entities whose calls a customer has: its own, and those of no customer, such as states. */
export function entityChoiceOf(customerId: string): RecordChoice {
  return {
    key: ['entity', customerId],
    search: async (keyword, signal) => {
      const search = async (of: string | null, pageSize: number) => {
        const body = { keyword, customerId: of, pageSize }
        return (await send(entities.searchEntities, { body }, signal)).items
      }
      const found = await Promise.all([search(customerId, ownEntitiesLimit), search(null, choiceLimit)])
      return found.map(byKind).flatMap((some) => some.map(entityAsChoice))
    },
    nameOf: async (id, signal) => entityLabel(await send(entities.getEntity, { params: { id } }, signal)),
  }
}

/** A heading above some of a kind promises the rest, which most customers have fewer of. */
const ownEntitiesLimit = 200

/** Without their customer, whom whoever chooses has chosen. */
function byKind(found: readonly entities.Entity[]): entities.Entity[] {
  return found
    .map((entity) => ({ ...entity, customerName: null }))
    .toSorted((one, other) => kindOrder.indexOf(one.type) - kindOrder.indexOf(other.type))
}

/** Those that people are limited to most often first. */
const kindOrder: readonly EntityType[] = ['location', 'number', ...entityTypes]

/** `Oakland · OAK · Locations · Heron Dental` */
export function entityLabel({ name, code, type, customerName }: entities.Entity): string {
  return joined([name, code, entityTypeNames[type], customerName])
}

export function entityAsChoice(entity: entities.Entity): Choice {
  const { id, name, code, type, customerName } = entity
  return {
    value: id,
    label: entityLabel(entity),
    group: entityTypeNames[type],
    nameInGroup: joined([name, code, customerName]),
  }
}

function joined(parts: readonly (string | null)[]): string {
  return [...new Set(parts)].filter((part) => part !== null && part !== '').join(' · ')
}

interface Named {
  id: string
  name: string
}

export function namedChoices({ items }: { items: readonly Named[] }) {
  return items.map(({ id, name }) => ({ value: id, label: name }))
}
