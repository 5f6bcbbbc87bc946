import { type CallField, callFields, type CallListColumn } from '@callboard/contract/calls'
import { callColumns, columnsOf } from '#web/features/calls/list/columns.tsx'
import type { CallAttributes } from '#web/lib/reporting/call-attributes.ts'

/** Shown by the portal only: a file does not say who may hear a recording. */
const notInFiles: ReadonlySet<string> = new Set<CallField>(['audibleRecordingId'])

function fieldsInOrder(names: readonly string[]): CallField[] {
  return [...new Set(names)].flatMap((name) => callFields.find((field) => field === name) ?? [])
}

/** What a file of calls may have, in the order of the screen; what the list has no column for comes last. */
export const fileFields: readonly CallField[] = fieldsInOrder([
  ...callColumns.flatMap(({ fields }) => fields),
  ...callFields,
]).filter((name) => !notInFiles.has(name))

/** What people look for in a file, whatever the list has room for: keys of its columns. */
const inEveryFile = ['direction', 'trackingNumber', 'duration', 'campaign', 'leadStatus', 'value'] as const

/** The same with the attributes of calls, after all others. */
export function fileColumns(attributes: CallAttributes): readonly CallListColumn[] {
  return [...fileFields, ...Array.from(attributes.values(), ({ name }) => name)]
}

/** The columns of a file until the user chooses: those of the screen, and what is looked for in a file besides. */
export function defaultFileColumns(
  shownKeys: readonly string[],
  attributes: CallAttributes,
): CallListColumn[] {
  const fields = columnsOf([...shownKeys, ...inEveryFile]).flatMap((column) => column.fields)
  const shown = Array.from(attributes.values(), ({ name }) => name).filter((name) => shownKeys.includes(name))
  // Each amount has a column a currency.
  return [...fieldsInOrder(fields).filter((name) => name !== 'currency'), ...shown]
}
