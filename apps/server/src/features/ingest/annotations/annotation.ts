import {
  type AnnotationEdit,
  type AnnotationField,
  annotationFields,
  tagsLimit,
} from '@callboard/contract/annotations'
import { z } from 'zod'
import { AppError } from '../../../lib/app-error.ts'
import { plainDecimal } from '../../../lib/decimal.ts'

const Amount = z.string().transform(plainDecimal)

/** What a call says of the fields that people may set, and of its money. */
export const CallValues = z.object({
  tags: z.array(z.string()).default([]),
  note: z.string().nullable().default(null),
  leadStatus: z.string().nullable().default(null),
  score: z.int().nullable().default(null),
  value: Amount.nullable().default(null),
  cost: Amount.nullable().default(null),
  currency: z.string().nullable().default(null),
})
export type CallValues = z.infer<typeof CallValues>

/**
 * What people have set, with the currency of their value: a field that is missing follows the source. Null is what somebody
 * has cleared.
 */
export const OwnValues = z.object({
  tags: z.array(z.string()).optional(),
  note: z.string().nullish(),
  leadStatus: z.string().nullish(),
  score: z.int().nullish(),
  value: Amount.nullish(),
  currency: z.string().optional(),
})
export type OwnValues = z.infer<typeof OwnValues>

/** What an edit says of one call. Left out is what stays. */
export interface CallEdit {
  set: Pick<AnnotationEdit, AnnotationField>
  addTags?: readonly string[] | undefined
  removeTags?: readonly string[] | undefined
  giveBack?: readonly AnnotationField[] | undefined
}

/**
 * What the call says: a person's fields over the source's. A call has one currency, so an amount that its source states in
 * another one than the person is left out until the person's value is given back.
 */
export function shownValues(sent: CallValues, own: OwnValues): CallValues {
  const { currency = sent.currency, ...set } = own
  const isOther = sent.currency !== null && sent.currency !== currency
  return CallValues.parse({ ...sent, ...set, currency, cost: isOther ? null : sent.cost })
}

/**
 * What is set by people after an edit: every field that it names, also where the source says the same. `currency` is that of
 * a value where the call has none.
 */
export function ownAfter(
  { sent, own, currency }: { sent: CallValues; own: OwnValues; currency: string },
  edit: CallEdit,
): OwnValues {
  const kept = withoutFields(own, edit.giveBack ?? [])
  const shown = shownValues(sent, kept)
  const wanted = tidied({ ...edit.set, ...changedTags(shown.tags, edit) })
  const set = annotationFields.filter((field) => wanted[field] !== undefined)
  const next = OwnValues.parse({ ...kept, ...Object.fromEntries(set.map((field) => [field, wanted[field]])) })
  const { currency: _, ...values } = next
  return (next.value ?? null) === null ? values : { ...next, currency: shown.currency ?? currency }
}

function withoutFields(own: OwnValues, fields: readonly AnnotationField[]): OwnValues {
  const gone = new Set<string>(fields)
  return OwnValues.parse(Object.fromEntries(Object.entries(own).filter(([field]) => !gone.has(field))))
}

function changedTags(tags: readonly string[], { addTags, removeTags }: CallEdit): CallEdit['set'] {
  if (addTags === undefined && removeTags === undefined) return {}
  const removed = new Set(tidyTags(removeTags ?? []))
  const after = tidyTags([...tags.filter((tag) => !removed.has(tag)), ...(addTags ?? [])])
  if (after.length > tagsLimit) {
    throw new AppError('invalid', `A call has at most ${tagsLimit} tags.`, { field: 'addTags' })
  }
  return { tags: after }
}

/** As it is kept: without blanks around words, and blank as none. */
function tidied({ tags, note, leadStatus, score, value }: CallEdit['set']): CallEdit['set'] {
  return {
    tags: tags === undefined ? undefined : tidyTags(tags ?? []),
    note: note?.trim() === '' ? null : note,
    leadStatus: typeof leadStatus === 'string' ? leadStatus.trim() || null : leadStatus,
    score,
    value: typeof value === 'string' ? plainDecimal(value) : value,
  }
}

function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The columns of the table of calls that hold what a call says. */
export function columnsOf({ note, leadStatus, currency, ...values }: CallValues) {
  return { ...values, note: note ?? '', lead_status: leadStatus ?? '', currency: currency ?? '' }
}

/** What the row of a call says, which has no columns that are empty. */
export function valuesOfRow({ lead_status: leadStatus, ...columns }: Record<string, unknown>): CallValues {
  return CallValues.parse({ ...columns, leadStatus })
}
