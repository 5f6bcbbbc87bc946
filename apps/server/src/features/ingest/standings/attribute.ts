import {
  type AttributedField,
  attributedFields,
  factField,
  marketingFields,
} from '@callboard/contract/attributed-fields'
import type { Attributor } from '@callboard/contract/attribution-fields'
import type { Direction } from '@callboard/contract/fields'
import { type MergedCodes, noMergedCodes, withMergedCodes } from '../../../db/merged-entities.ts'

export type AttributedValues = Readonly<Record<AttributedField, string>>

/** What a number stands for, from when to when; '' of what it says nothing. */
export interface Standing {
  id: string
  /** The first one has -Infinity where it always stood for that. */
  fromMs: number
  /** Exclusive; Infinity while it has no end. */
  untilMs: number
  values: AttributedValues
}

/** What the numbers of a customer stand for. */
export interface Standings {
  find: (number: string, atMs: number) => Standing | undefined
  /** Of which source systems what a number stands for wins over what they send. */
  numberFirst: ReadonlySet<string>
  codes: MergedCodes
}

export const noStandings: Standings = {
  find: () => undefined,
  numberFirst: new Set(),
  codes: noMergedCodes,
}

/** The call as its source says it. */
interface Said {
  number: string
  direction: Direction
  startedMs: number
  sourceSystem: string
  values: AttributedValues
}

export interface Attribution {
  values: AttributedValues
  by: Attributor
  /** Whose values are not what the source said. */
  fromNumber: AttributedField[]
  /** What stood when the call started. */
  assignmentId: string | undefined
}

/**
 * What a call is attributed to: what its source says, and where it says nothing what the number that was called stood for
 * when it started. `attribution-store.ts` says the same in SQL.
 */
export function attribute(
  { number, direction, startedMs, sourceSystem, values: said }: Said,
  standings: Standings,
): Attribution {
  const values = withMergedCodes(said, standings.codes)
  const standing = direction === 'inbound' ? standings.find(number, startedMs) : undefined
  if (standing === undefined) return plain(values)
  const isNumberFirst = standings.numberFirst.has(sourceSystem)
  const given = standing.values
  const fromNumber = attributedFields.filter(
    (field) =>
      given[field] !== '' &&
      given[field] !== values[field] &&
      (values[field] === '' || (isNumberFirst && field !== factField)),
  )
  const own = plain(values)
  if (fromNumber.length === 0) return { ...own, assignmentId: standing.id }
  const isByNumber = fromNumber.some((field) => marketing.has(field))
  return {
    values: { ...values, ...Object.fromEntries(fromNumber.map((field) => [field, given[field]])) },
    by: isByNumber ? 'number' : own.by,
    fromNumber,
    assignmentId: standing.id,
  }
}

const marketing: ReadonlySet<string> = new Set(marketingFields)

function plain(values: AttributedValues): Attribution {
  const by = marketingFields.some((field) => values[field] !== '') ? 'source' : 'none'
  return { values, by, fromNumber: [], assignmentId: undefined }
}
