import { maxAttributes } from '@callboard/contract/attributes'

/** A column of the table of calls for the values of an attribute; '' is no value. */
export type AttributeColumn = `attribute_${number}`

export function attributeColumn(slot: number): AttributeColumn {
  if (!Number.isInteger(slot) || slot < 1 || slot > maxAttributes)
    throw new Error(`The table of calls has no column for the attribute ${slot}.`)
  return `attribute_${slot}`
}

export const attributeColumns: readonly AttributeColumn[] = Array.from({ length: maxAttributes }, (_, at) =>
  attributeColumn(at + 1),
)
