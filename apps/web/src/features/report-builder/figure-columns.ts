import { fields } from '@callboard/contract/call-fields'
import { figureKinds } from '@callboard/contract/figure-kinds'
import type { MeasureDeclaration } from '@callboard/contract/measure-declaration'
import { columnWords } from '@callboard/contract/measure-words'
import { type MeasureName, measureNames, measures } from '@callboard/contract/measures'
import {
  type MeasureColumn,
  measureColumns,
  type MeasureView,
  parseColumn,
} from '@callboard/contract/report-columns'
import type { PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'

/** The columns that are derived from a measure. */
export function derivedColumns(measure: MeasureName): { name: MeasureColumn; view: MeasureView }[] {
  return measureColumns
    .map((name) => ({ name, ...parseColumn(name) }))
    .filter((column) => column.measure === measure && column.view !== 'figure')
}

/** Whether some column depends on the seconds within which calls are to be answered. */
export function dependsOnSeconds(names: readonly MeasureColumn[]): boolean {
  return names.some((name) => typeof measures[parseColumn(name).measure].label === 'function')
}

/** The measures as people look for them, in the order of their declaration. */
export function measureGroups(answerWithinSeconds: number): PickGroup[] {
  const groups = new Map<string, { name: string; label: string; meaning: string }[]>()
  for (const name of measureNames) {
    const label = groupLabel(measures[name])
    const field = { name, ...columnWords(name, answerWithinSeconds) }
    groups.set(label, [...(groups.get(label) ?? []), field])
  }
  return [...groups].map(([label, found]) => ({ label, fields: found }))
}

/** Times stand together by what they measure, amounts of money by being money, all else is about calls. */
function groupLabel({ figure, of }: MeasureDeclaration): string {
  if (figureKinds[figure].type === 'money') return 'Money'
  if (figure === 'count' || figure === 'share' || figure === 'distinct' || of === undefined) return 'Calls'
  return fields[of].label
}
