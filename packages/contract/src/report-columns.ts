import { figureKinds } from './figure-kinds.ts'
import type { MeasureDeclaration } from './measure-declaration.ts'
import { isMeasureName, type MeasureName, measureNames, measures, type Measure } from './measures.ts'

/** What the cells of a column are. */
export const columnTypes = [
  'time',
  'text',
  'phone',
  'integer',
  'number',
  'ratio',
  'duration',
  'money',
  'boolean',
] as const

/** What a column tells of a measure, beside its label and its meaning. */
const views = {
  figure: { title: '', addition: '' },
  share: { title: ', share', addition: ' Here as a share of the total.' },
  earlier: { title: ', earlier period', addition: ' Here in the earlier period.' },
  /** By the kind of the measure a share of the earlier figure, points or seconds. */
  change: { title: ', change', addition: ' Here its change since the earlier period.' },
} as const
export type MeasureView = keyof typeof views
export const measureViews = ['figure', 'share', 'earlier', 'change'] as const satisfies readonly MeasureView[]

/** A measure stands for its figure; `calls:share`, `calls:earlier` and `calls:change` are derived from it. */
export type MeasureColumn = MeasureName | `${MeasureName}:${Exclude<MeasureView, 'figure'>}`

export function viewsOf(measure: MeasureName): MeasureView[] {
  const { figure, isOfNow }: MeasureDeclaration = measures[measure]
  return measureViews.filter((view) => {
    // Money has them where all of it is in one currency.
    if (view === 'share') return figureKinds[figure].ofParts === 'sum'
    return view === 'figure' || (isOfNow !== true && figureKinds[figure].change !== null)
  })
}

function nameColumn(measure: MeasureName, view: MeasureView): MeasureColumn {
  return view === 'figure' ? measure : `${measure}:${view}`
}

export const measureColumns = measureNames.flatMap((measure) =>
  viewsOf(measure).map((view) => nameColumn(measure, view)),
)

export interface ParsedColumn {
  measure: MeasureName
  view: MeasureView
}

export function parseColumn(name: MeasureColumn): ParsedColumn {
  const [measure = '', view = 'figure'] = name.split(':')
  const known = measureViews.find((one) => one === view)
  if (!isMeasureName(measure) || known === undefined) throw new Error(`${name} is no column of a measure`)
  return { measure, view: known }
}

/** Whether a column says something about an earlier period. */
export function isComparing({ view }: Pick<ParsedColumn, 'view'>): boolean {
  return view === 'earlier' || view === 'change'
}

export function labelOf({ label }: Pick<Measure, 'label'>, view: MeasureView): string {
  return `${label}${views[view].title}`
}

/** For people, in a few sentences. */
export function meaningOf({ meaning }: Pick<Measure, 'meaning'>, view: MeasureView): string {
  return `${meaning}${views[view].addition}`
}
