import type { MappedNumbers, MappingRule } from '@callboard/contract/mappings'
import type { Assignment } from './assign-columns.ts'
import type { ColumnProfile } from './column-profile.ts'
import { likely, type Reasoned, sure, unsure } from './reasoned.ts'
import { columnRule, constantRule } from './rules.ts'
import type { SourceFacts } from './source-facts.ts'

/** Which columns are the numbers, and of whom. */
export function guessNumbers(
  profiles: readonly ColumnProfile[],
  assigned: Assignment,
  { ownNumbers }: SourceFacts,
): Reasoned<MappedNumbers> {
  const columnOf = (meaning: 'from' | 'to' | 'contact' | 'own' | 'trackingNumber') =>
    assigned.get(meaning)?.column
  const from = columnOf('from')
  const to = columnOf('to') ?? (from === undefined ? undefined : columnOf('trackingNumber'))
  const own = columnOf('trackingNumber') ?? columnOf('own')
  const contact = columnOf('contact') ?? from ?? to
  if (from !== undefined && to !== undefined)
    return sure(fromAndTo(from, to), 'Their names say who called and who was called.')
  if (contact !== undefined && own !== undefined && contact !== own)
    return likely(
      contactAndOwn(contact, columnRule(own.name)),
      `“${contact.name}” is the other party’s number, and “${own.name}” one of your own.`,
    )
  const named = contact ?? own
  const others = profiles.filter(
    (column) => column !== named && column.phones + column.extensions >= 0.6 && column.phones > 0,
  )
  const pair = named === undefined ? others.slice(0, 2) : [named, ...others.slice(0, 1)]
  const [first, second] = pair
  if (first !== undefined && second !== undefined) return byContent(first, second)
  if (first === undefined) return unsure({ as: 'fields' }, 'No column looks like telephone numbers.')
  const number = ownNumbers.find((one) => !one.endsWith('*'))
  const other =
    number === undefined ? 'enter which of your numbers was called' : 'the other number is the source’s own'
  return unsure(
    contactAndOwn(first, constantRule(number ?? '')),
    `Only one column has telephone numbers: ${other}.`,
  )
}

function fromAndTo(from: ColumnProfile, to: ColumnProfile): MappedNumbers {
  return { as: 'fromAndTo', from: columnRule(from.name), to: columnRule(to.name) }
}

function contactAndOwn(contact: ColumnProfile, own: MappingRule): MappedNumbers {
  return { as: 'contactAndOwn', contact: columnRule(contact.name), own }
}

/** Callers are many, and one’s own numbers few; where the same number stands in both columns, they are from and to. */
function byContent(first: ColumnProfile, second: ColumnProfile): Reasoned<MappedNumbers> {
  const isShared = second.values.some(
    ({ value }) => value !== '' && first.values.some((own) => own.value === value),
  )
  const [few, many] = first.distinct < second.distinct ? [first, second] : [second, first]
  if (isShared || few.distinct * 2 > many.distinct)
    return unsure(
      fromAndTo(first, second),
      'Two columns have telephone numbers; the first one is taken for the caller’s.',
    )
  return likely(
    contactAndOwn(many, columnRule(few.name)),
    `“${few.name}” has few different numbers, as your own are, and “${many.name}” many.`,
  )
}
