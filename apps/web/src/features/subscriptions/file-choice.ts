import { fileTypes } from '@callboard/contract/export-types'
import { parseColumn } from '@callboard/contract/report-columns'
import type { Report } from '@callboard/contract/reports'
import type { Subscription } from '@callboard/contract/subscriptions'
import { readStoredText, storeText } from '#web/lib/stored-text.ts'

export type FileType = Pick<Report['exportTypes'][number], 'id' | 'name' | 'extension'>

/** The files that the report allows; JSON is for programs. What a subscription has beyond that stays to be unticked. */
export function filesOf(report: Report | undefined, subscription?: Subscription): FileType[] {
  const allowed = report?.exportTypes.filter(({ extension }) => extension !== 'json') ?? []
  const chosen = subscription?.exportTypeIds ?? []
  const others = fileTypes.filter(({ id }) => chosen.includes(id) && allowed.every((one) => one.id !== id))
  return [...allowed, ...others]
}

const lastFilesKey = 'lastSentFiles'

/** What a new one begins with: the files that were chosen last in this browser, else Excel, else the first that there is. */
export function firstFiles(files: readonly FileType[]): string[] {
  const last = readStoredText(lastFilesKey)?.split(',') ?? ['xlsx']
  const found = files.filter(({ extension }) => last.includes(extension))
  return (found.length > 0 ? found : files.slice(0, 1)).map(({ id }) => id)
}

/** None chosen says nothing for the next time. */
export function rememberFiles(files: readonly FileType[], chosenIds: readonly string[]): void {
  const chosen = files.filter(({ id }) => chosenIds.includes(id))
  if (chosen.length > 0) storeText(lastFilesKey, chosen.map(({ extension }) => extension).join())
}

export function measuresOf(report: Report | undefined) {
  return [...new Set(report?.definition.measures.map((column) => parseColumn(column).measure))]
}
