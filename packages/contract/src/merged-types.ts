import { attributedFields } from './attributed-fields.ts'
import type { EntityType } from './claims.ts'

/** Types of entities whose codes sources choose, so that two of them may mean the same. */
export const mergedTypes = [
  'location',
  'network',
  'rotationgroup',
  'tod',
  'historicalroute',
] as const satisfies EntityType[]
export type MergedType = (typeof mergedTypes)[number]

export function isMergedType<T extends string>(type: T): type is T & MergedType {
  return mergedTypes.some((one) => one === type)
}

/** What a number can stand for by the code of an entity. */
export const codedFields = attributedFields.filter((field) => isMergedType(field))
export type CodedField = (typeof codedFields)[number]
