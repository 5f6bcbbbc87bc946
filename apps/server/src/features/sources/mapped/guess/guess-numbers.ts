import type { MappedNumbers, MappingRule } from '@callboard/contract/mappings'
import type { Assignment } from './assign-columns.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { Reasoned } from './reasoned.ts'
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
    return fromAndTo(from, to, { confidence: 'sure', why: 'Their names say who called and who was called.' })
  if (contact !== undefined && own !== undefined && contact !== own)
    return contactAndOwn(columnRule(contact.name), columnRule(own.name), {
      confidence: 'likely',
      why: `“${contact.name}” is the other party’s number, and “${own.name}” one of your own.`,
    })
  const named = contact ?? own
  const others = profiles.filter(
    (column) => column !== named && column.phones + column.extensions >= 0.6 && column.phones > 0,
  )
  const pair = named === undefined ? others.slice(0, 2) : [named, ...others.slice(0, 1)]
  const [first, second] = pair
  if (first !== undefined && second !== undefined) return byContent(first, second)
  if (first === undefined)
    return { value: { as: 'fields' }, confidence: 'unsure', why: 'No column looks like telephone numbers.' }
  const number = ownNumbers.find((one) => !one.endsWith('*'))
  return contactAndOwn(columnRule(first.name), constantRule(number ?? ''), {
    confidence: 'unsure',
    why:
      number === undefined
        ? 'Only one column has telephone numbers: enter which of your numbers was called.'
        : 'Only one column has telephone numbers: the other number is the source’s own.',
  })
}

type Why = Omit<Reasoned<unknown>, 'value'>

function fromAndTo(from: ColumnProfile, to: ColumnProfile, why: Why): Reasoned<MappedNumbers> {
  return { value: { as: 'fromAndTo', from: columnRule(from.name), to: columnRule(to.name) }, ...why }
}

function contactAndOwn(contact: MappingRule, own: MappingRule, why: Why): Reasoned<MappedNumbers> {
  return { value: { as: 'contactAndOwn', contact, own }, ...why }
}

/** Callers are many, and one’s own numbers few; where the same number stands in both columns, they are from and to. */
function byContent(first: ColumnProfile, second: ColumnProfile): Reasoned<MappedNumbers> {
  const isShared = second.values.some(
    ({ value }) => value !== '' && first.values.some((own) => own.value === value),
  )
  const [few, many] = first.distinct < second.distinct ? [first, second] : [second, first]
  if (isShared || few.distinct * 2 > many.distinct)
    return fromAndTo(first, second, {
      confidence: 'unsure',
      why: 'Two columns have telephone numbers; the first one is taken for the caller’s.',
    })
  return contactAndOwn(columnRule(many.name), columnRule(few.name), {
    confidence: 'likely',
    why: `“${few.name}” has few different numbers, as your own are, and “${many.name}” many.`,
  })
}
