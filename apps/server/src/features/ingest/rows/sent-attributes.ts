import type { Attribute } from '@callboard/contract/attributes'
import type { CallInput } from '@callboard/contract/calls'
import { DecimalOrNumber } from '@callboard/contract/scalars'
import { type AttributeColumn, attributeColumn } from '../../../db/tables/attribute-columns.ts'
import { plainDecimal } from '../../../lib/decimal.ts'
import type { RowError } from './row-errors.ts'

/** What rows are told of an attribute by; inactive ones are taken as well, so that no value is lost. */
export interface DeclaredAttribute extends Pick<Attribute, 'key' | 'type' | 'choices'> {
  slot: number
}

/**
 * A call with the values of its attributes as they are stored, in the order of their keys; what does not fit is an error that
 * names it.
 */
export function withStoredAttributes(
  input: CallInput,
  declared: readonly DeclaredAttribute[],
): { input: CallInput } | { error: RowError } {
  if (input.attributes === undefined || input.attributes === null) return { input }
  const values: [key: string, value: string][] = []
  for (const [key, sent] of Object.entries(input.attributes)) {
    const attribute = declared.find((one) => one.key === key)
    if (attribute === undefined) return { error: refused(key, 'is no attribute of this customer') }
    if (sent === null || sent === '') continue
    const fit = fits[attribute.type](sent, attribute)
    if ('why' in fit) return { error: refused(key, fit.why) }
    values.push([key, fit.value])
  }
  const attributes = Object.fromEntries(values.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return { input: { ...input, attributes } }
}

/** Where the values of a call's attributes are kept; most calls have none. */
export function attributeColumns(
  { attributes }: Pick<CallInput, 'attributes'>,
  declared: readonly DeclaredAttribute[],
): Record<AttributeColumn, string> {
  return Object.fromEntries(
    Object.entries(attributes ?? {}).flatMap(([key, value]) => {
      const slot = declared.find((one) => one.key === key)?.slot
      return slot === undefined ? [] : [[attributeColumn(slot), String(value)]]
    }),
  )
}

function refused(key: string, why: string): RowError {
  return { code: 'invalid', description: `attributes.${key.slice(0, 100)} ${why}.` }
}

type Fit = { value: string } | { why: string }

/** Fifteen digits are as many as a number of JSON has exactly. */
const exact = /^-?\d{1,11}(\.\d+)?$/

const notText: Fit = { why: 'is not a text' }

const fits: Record<Attribute['type'], (sent: string | number, attribute: DeclaredAttribute) => Fit> = {
  text: (sent) => (typeof sent === 'string' ? { value: sent } : notText),
  number(sent) {
    const decimal = DecimalOrNumber.safeParse(sent).data
    const value = decimal === undefined ? undefined : plainDecimal(decimal)
    return value !== undefined && exact.test(value)
      ? { value }
      : { why: 'is not a number with at most 11 digits and 4 decimal places' }
  },
  choice(sent, { choices }) {
    if (typeof sent !== 'string') return notText
    if (choices.some(({ value }) => value === sent)) return { value: sent }
    const shown = choices.slice(0, 10).map(({ value }) => value)
    const more = choices.length > shown.length ? ', …' : ''
    return { why: `is not one of ${shown.join(', ')}${more}` }
  },
}
