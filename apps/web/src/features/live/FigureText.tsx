import { figureKinds } from '@callboard/contract/figure-kinds'
import { formatCount, formatDuration, formatRatio } from '@callboard/contract/format'
import type { LiveFigure } from '@callboard/contract/live'
import { measures } from '@callboard/contract/measures'
import { NoValue } from '#web/ui/values/NoValue.tsx'

/** A figure of the day. */
export function FigureText({ name, value }: { name: LiveFigure; value: number | null }) {
  if (value === null) return <NoValue />
  const { type } = figureKinds[measures[name].figure]
  if (type === 'ratio') return formatRatio(value)
  return type === 'duration' ? formatDuration(Math.round(value)) : formatCount(value)
}
