import { z } from 'zod'
import {
  type DraftPlace,
  readStoredDraft,
  removeStoredDraft,
  storeDraft,
} from '#web/lib/drafts/stored-drafts.ts'

/** Fields of a form that were changed and not saved: what was there when they were, and what was entered. */
const FieldDraft = z.object({
  fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  savedAt: z.iso.datetime(),
  /** Set while a form is drawn with it. One that a form could not be drawn with would otherwise break that for good. */
  isTried: z.boolean().optional(),
})

export type Values = Readonly<Record<string, unknown>>

/** What the draft says for a form as it begins now. */
export interface Restored {
  values: Record<string, unknown>
  /** Fields that are entered, and that somebody else has changed since. */
  changedSince: string[]
  savedAt: string
}

/** Places whose draft is on its way to the server: a form that is drawn meanwhile must not take it for unsaved. */
const sending = new Set<string>()

export function restoreFields(place: DraftPlace | undefined, initial: Values): Restored | undefined {
  const draft = FieldDraft.safeParse(readStoredDraft(place)).data
  if (draft === undefined || draft.isTried === true || isSending(place)) return undefined
  const fields = Object.entries(draft.fields).filter(([name, { to }]) => isChange(initial[name], to))
  // An older version of the portal may have had other fields, or written them another way.
  const isOfThisForm = fields.every(([name, { to }]) => name in initial && isAlike(initial[name], to))
  if (fields.length === 0 || !isOfThisForm) return undefined
  return {
    values: Object.fromEntries(fields.map(([name, { to }]) => [name, to])),
    changedSince: fields.filter(([name, { from }]) => isChange(initial[name], from)).map(([name]) => name),
    savedAt: draft.savedAt,
  }
}

/** To be called when a form is about to be drawn with the draft, until `keepFields` says that it was. */
export function markTried(place: DraftPlace | undefined): void {
  const draft = FieldDraft.safeParse(readStoredDraft(place)).data
  if (draft !== undefined) storeDraft(place, { ...draft, isTried: true })
}

/** Keeps what differs from the beginning, or forgets the draft when nothing does. */
export function keepFields(place: DraftPlace | undefined, initial: Values, entered: Values): void {
  if (isSending(place)) return
  const stored = FieldDraft.safeParse(readStoredDraft(place)).data
  const known = stored?.fields ?? {}
  const changed = Object.entries(initial).filter(
    ([name, from]) => entered[name] !== undefined && isChange(from, entered[name]),
  )
  if (changed.length === 0) {
    removeStoredDraft(place)
    return
  }
  const fields = changed.map(([name, from]) => {
    const before = known[name]
    return [name, { from: before === undefined ? from : before.from, to: entered[name] }] as const
  })
  const isSame =
    Object.keys(known).length === fields.length &&
    fields.every(([name, { to }]) => !isChange(known[name]?.to, to))
  // The time is that of what was entered last, also after visits that enter nothing.
  const savedAt = isSame && stored !== undefined ? stored.savedAt : new Date().toISOString()
  storeDraft(place, { fields: Object.fromEntries(fields), savedAt })
}

/** Saves what a draft is of: it is forgotten when it is saved, and stays when it is not. */
export async function sendDraft<T>(place: DraftPlace | undefined, save: () => Promise<T>): Promise<T> {
  if (place === undefined) return await save()
  sending.add(place.of)
  try {
    const saved = await save()
    removeStoredDraft(place)
    return saved
  } finally {
    sending.delete(place.of)
  }
}

function isSending(place: DraftPlace | undefined): boolean {
  return place !== undefined && sending.has(place.of)
}

/** Null, an empty text and nothing are the same to whoever fills a form. */
export function isChange(before: unknown, after: unknown): boolean {
  return plain(before) !== plain(after)
}

function plain(value: unknown): string {
  return value === undefined || value === null || value === '' ? '' : JSON.stringify(value, inOrder)
}

/** The parts of a value stand in the order of the fields in a form, and in that of the server elsewhere. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether two values have the same form, as far as they have one. */
function isAlike(one: unknown, other: unknown): boolean {
  if (plain(one) === '' || plain(other) === '') return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false
    return one.length === 0 || other.length === 0 || isAlike(one[0], other[0])
  }
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...names].every((name) => isAlike(Reflect.get(one ?? {}, name), Reflect.get(other ?? {}, name)))
}
