import type { Direction } from '@callboard/contract/fields'
import type { MappedNumbers, MappingRule } from '@callboard/contract/mappings'
import type { PartialCallValues } from './complete-call.ts'
import { fieldReader } from './field-readers.ts'
import type { FieldReader, FieldReading, FieldValue } from './field-reading.ts'

type NumberField = 'callerNumber' | 'trackingNumber' | 'targetNumber'
type Read = (reader: FieldReader) => FieldValue | undefined

/** Adds the numbers of a call where its own fields have none. */
export type NumbersReader = (direction: Direction, call: PartialCallValues, read: Read) => void

export function numbersReader(numbers: MappedNumbers, reading: FieldReading): NumbersReader {
  if (numbers.as === 'fields') return () => undefined
  // A number that the portal has to know is told missing by the call, whatever column it was to come from.
  const readerOf = (rule: MappingRule) => fieldReader('callerNumber', [rule], reading)
  if (numbers.as === 'fromAndTo') {
    const [from, to] = [readerOf(numbers.from), readerOf(numbers.to)]
    return (direction, call, read) => {
      const [caller, called] = [read(from), read(to)]
      set(call, 'callerNumber', caller)
      // Where the dialled number is known by itself, the one that was called is where it rang.
      const isDialled = call['trackingNumber'] === undefined
      set(call, 'trackingNumber', direction === 'inbound' ? called : caller)
      if (direction === 'outbound' || !isDialled) set(call, 'targetNumber', called)
    }
  }
  const [contact, own] = [readerOf(numbers.contact), readerOf(numbers.own)]
  return (direction, call, read) => {
    const [other, ownNumber] = [read(contact), read(own)]
    set(call, 'callerNumber', direction === 'inbound' ? other : ownNumber)
    set(call, 'trackingNumber', ownNumber)
    if (direction === 'outbound') set(call, 'targetNumber', other)
  }
}

function set(call: PartialCallValues, name: NumberField, value: FieldValue | undefined): void {
  if (value !== undefined) call[name] ??= value
}
