import type { ReportDefinition } from '@callboard/contract/reports'
import type { SavedView } from '@callboard/contract/saved-reports'

/** How a report was shown, without what names a column that it has no more. */
export function fittingView(
  view: SavedView,
  { dimensions, measures, columns = [] }: Pick<ReportDefinition, 'dimensions' | 'measures' | 'columns'>,
): SavedView {
  const names = new Set<string>([...dimensions.map(({ field }) => field), ...measures, ...columns])
  const isThere = (written: string) => names.has(written.replace(/^-?(?:(?:dimension|measure)\.)?/, ''))
  const kept = Object.entries(view).filter(([part, written]) => {
    if (part === 'columns') return written.split(',').every(isThere)
    return !['sort', 'measure', 'across'].includes(part) || isThere(written)
  })
  return Object.fromEntries(kept)
}
