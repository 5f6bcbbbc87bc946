import type { PartialCall } from '@callboard/contract/calls'
import { formatPrecise } from '@callboard/contract/format'
import type { AttributeDeclaration } from '#web/lib/reporting/call-attributes.ts'

/** What a call has of an attribute, in words; undefined if it has none, or is of another customer. */
export function attributeText(
  { attributes, customerId }: PartialCall,
  { key, customerId: ownerId, valueLabels }: AttributeDeclaration,
): string | undefined {
  if (customerId !== ownerId || attributes === undefined) return undefined
  const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined
  if (value === undefined) return undefined
  return typeof value === 'number' ? formatPrecise(value) : (valueLabels?.[value] ?? value)
}
