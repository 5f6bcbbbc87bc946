import type { EntityType } from '@callboard/contract/claims'
import { formatCounted } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'
import { formatWeekday } from '@callboard/contract/format-time'

export interface InvitedEntity {
  type: EntityType
  name: string
  /** Null: it may occur in the calls of any customer. */
  customerId: string | null
}

export interface InvitationDraft {
  name: string
  /** Undefined until it is chosen. */
  customer: { id: string; name: string } | undefined
  entities: readonly InvitedEntity[]
  reportGroups: readonly { name: string; customerIds: readonly string[] }[]
  role: { name: string; claims: readonly string[] } | undefined
  /** Days; empty means open. */
  firstDay: string
  lastDay: string
}

/** What the person will see, in a sentence or two: whoever invites them reads what they are about to do. */
export function invitationSentence(draft: InvitationDraft): string {
  return callsSentence(draft) + reportsSentence(draft)
}

/** Groups give the calls of their customers too, which nobody is to overlook. */
function reportsSentence({ role, customer, entities, reportGroups }: InvitationDraft): string {
  if (role === undefined) return ''
  if (reportGroups.length === 0)
    return role.claims.includes('reporting.view') ? ' They will find no reports: choose a report group.' : ''
  const names = andList(reportGroups.map(({ name }) => name))
  const reports = role.claims.includes('reporting.view')
    ? ` They will see the reports of ${names}.`
    : ` They will not see the reports of ${names}: the role ${role.name} does not include reports.`
  const others = new Set(reportGroups.flatMap(({ customerIds }) => customerIds))
  others.delete(customer?.id ?? '')
  const isLimited = entities.length > 0
  const mayAdd =
    !isLimited || entities.some(({ customerId }) => customerId === null || others.has(customerId))
  if (others.size === 0 || !mayAdd || seenWith(role.claims) === undefined) return reports
  return `${reports} That adds the calls of ${formatCounted(others.size, customer === undefined ? 'customer' : 'other customer')} of ${reportGroups.length === 1 ? 'this group' : 'these groups'}${isLimited ? ', within the same limits' : ''}.`
}

function callsSentence(draft: InvitationDraft): string {
  const { customer, role } = draft
  const name = draft.name.trim() === '' ? 'They' : draft.name.trim()
  if (role === undefined) return `${name} will be able to sign in, but will see nothing without a role.`
  const seen = seenWith(role.claims)
  const asRole = `as ${role.name}${termWords(draft)}`
  if (seen === undefined)
    return `${name} will see no calls: the role ${role.name} includes neither calls nor figures.`
  if (customer === undefined)
    return `${name} will see no calls ${asRole}: choose the customer whose calls they should see.`
  return `${name} will see ${seen} of ${customer.name}${placeWords(draft.entities)} ${asRole}.`
}

/** Undefined for a role that shows no calls in any form. */
function seenWith(claims: readonly string[]): string | undefined {
  if (claims.includes('reporting.call.details')) return 'the calls'
  const hasFigures = claims.includes('dashboard.view') || claims.includes('reporting.view')
  return hasFigures ? 'figures, but not individual calls,' : undefined
}

/** ` at Clark Street and Lake View, or of the network Level 3`; nothing for every call. */
function placeWords(entities: readonly InvitedEntity[]): string {
  if (entities.length === 0) return ''
  const types = [...new Set(entities.map(({ type }) => type))]
  const groups = types.map((type) => {
    const names = entities.filter((entity) => entity.type === type).map(({ name }) => name)
    return prepositions[type](andList(names))
  })
  return ` ${groups.join(', and those ')}`
}

const prepositions = {
  location: (names) => `at ${names}`,
  number: (names) => `to ${names}`,
  network: (names) => `through ${names}`,
  npanxx: (names) => `from ${names}`,
  zipcode: (names) => `from ${names}`,
  postalcode: (names) => `from ${names}`,
  state: (names) => `from ${names}`,
  county: (names) => `from ${names}`,
  dma: (names) => `from ${names}`,
  historicalroute: (names) => `on the route ${names}`,
  tod: (names) => `under the rule ${names}`,
  rotationgroup: (names) => `of the rotation group ${names}`,
} as const satisfies Record<EntityType, (names: string) => string>

/** As many names as a sentence bears. */
const maxNames = 6

function andList(names: readonly string[]): string {
  const more = names.length - maxNames
  return joinWithAnd(more > 0 ? [...names.slice(0, maxNames), `${more} more`] : names)
}

function termWords({ firstDay, lastDay }: InvitationDraft): string {
  const from = firstDay === '' ? '' : ` from ${formatWeekday(firstDay)}`
  const until = lastDay === '' ? '' : ` until ${formatWeekday(lastDay)}`
  return `${from}${until}`
}
