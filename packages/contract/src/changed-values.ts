import { z } from 'zod'
import { type AttributeChoice, AttributeChoices } from './attributes.ts'
import { Filter } from './calls.ts'
import { choiceLabels } from './changed-choices.ts'
import { formatTimeZone } from './format-time-zone.ts'
import { alertConditionWords } from './alert-words.ts'
import { AlertCondition } from './alerts.ts'
import {
  askedParameters,
  definitionParts,
  filterList,
  parameterValues,
  viewParts,
} from './changed-reports.ts'
import { conditionWords } from './condition-words.ts'
import { exportTypes } from './export-types.ts'
import { statusLabels } from './fields.ts'
import { formatCount, formatDecimal } from './format.ts'
import { countryLabel, currencyLabel } from './format-names.ts'
import { anyTerms } from './measure-words.ts'
import { parsed, partsOf, type Said, type ValueWords } from './said-value.ts'
import { Schedule, scheduleWords } from './schedule.ts'
import { StatusWord } from './sources.ts'
import { SubscriptionCondition } from './subscriptions.ts'

/**
 * Values that say more than their JSON, by type and field: the definition of a report, the schedule of a subscription. Undefined
 * for any other value, and for one that is not as it would be stored today.
 */
export function writeChangedValue(
  of: { type: string; field: string },
  value: unknown,
  words: ValueWords,
): Said | undefined {
  if (value === null) return undefined
  const name = `${of.type}.${of.field}`
  const labels = choiceLabels[name]
  if (labels !== undefined) return labelled(labels, value)
  return (writers[name] ?? ofAnyType[of.field])?.(value, words)
}

type Write = (value: unknown, words: ValueWords) => Said | undefined

/** By what a country or a currency is called. */
function ofCode(label: (code: string) => string): Write {
  return (value) => (typeof value === 'string' ? label(value) : undefined)
}

/** Fields that say the same wherever they are. */
const ofAnyType: Partial<Record<string, Write>> = {
  timeZone: (value) => (typeof value === 'string' ? formatTimeZone(value) : undefined),
}

/** By what the words of a closed list are called; of a list, each. */
function labelled(labels: Readonly<Partial<Record<string, string>>>, value: unknown): Said {
  const label = (one: unknown) => labels[String(one)] ?? String(one)
  return (Array.isArray(value) ? value : [value]).map(label).join(', ')
}

const writers: Partial<Record<string, Write>> = {
  'menu.hiddenFrom': hidingRoles,
  'report.definition': definitionParts,
  'report.parameters': askedParameters,
  'report.exportTypeIds': exportTypeNames,
  'savedReport.definition': definitionParts,
  'savedReport.parameterUses': askedParameters,
  'savedReport.parameters': parameterValues,
  'savedReport.view': viewParts,
  'subscription.schedule': (value) => parsed(Schedule, value, scheduleWords),
  'subscription.condition': (value) => parsed(SubscriptionCondition, value, conditionWords),
  'subscription.exportTypeIds': exportTypeNames,
  'alert.condition': alertParts,
  'webhook.filters': (value, words) =>
    parsed(Filter.array(), value, (filters) => filterList(filters, words).join('; ') || 'nothing'),
  'customer.currency': ofCode(currencyLabel),
  'customer.country': ofCode(countryLabel),
  'source.country': ofCode(countryLabel),
  'source.statusWords': (value) =>
    parsed(StatusWord.array(), value, (words) =>
      words.map(({ word, status }) => `${word}: ${statusLabels[status]}`).join(', '),
    ),
  'attribute.choices': (value) =>
    parsed(AttributeChoices, value, (choices) => choices.map(choiceWords).join(', ')),
  'call.value': (value) => (typeof value === 'string' ? formatDecimal(value) : undefined),
  // A recording has no name; the change leads to its call.
  'recordingComment.recordingId': () => 'one of a call',
}

/** Ids of roles by those of items of a menu. */
const HiddenFrom = z.record(z.string(), z.array(z.string()))

/** By each item the roles from which it is hidden. */
function hidingRoles(value: unknown, { names }: ValueWords): Said | undefined {
  return parsed(HiddenFrom, value, (hiddenFrom) => {
    const parts = new Map<string, string[]>()
    for (const [itemId, roleIds] of Object.entries(hiddenFrom)) {
      const item = names[itemId] ?? 'an item that was removed'
      const roles = roleIds.map((id) => names[id] ?? 'a role that was deleted')
      parts.set(item, [...(parts.get(item) ?? []), ...roles])
    }
    return parts
  })
}

function alertParts(value: unknown, words: ValueWords): Said | undefined {
  return parsed(AlertCondition, value, (condition) => {
    const { filters, entityGroups, minimumCalls } = condition
    return partsOf({
      When: alertConditionWords(condition, anyTerms),
      Filters: filterList(filters, words),
      'Entity groups': entityGroups.map((id) => words.names[id] ?? id),
      'At least': minimumCalls === 0 ? '' : `${formatCount(minimumCalls)} calls`,
    })
  })
}

/** `Check-up (checkup)` */
function choiceWords({ value, label }: AttributeChoice): string {
  return label === value ? value : `${label} (${value})`
}

function exportTypeNames(value: unknown): Said | undefined {
  if (!Array.isArray(value)) return undefined
  return value.map((id) => exportTypes.find((type) => type.id === id)?.name ?? String(id)).join(', ')
}
