import { formatPrecise } from '@callboard/contract/format'
import type { Rule } from 'antd/es/form'

interface Range {
  min?: number | undefined
  max?: number | undefined
}

/**
 * Says which numbers are accepted. An input that knows them would change a wrong one to the nearest that is right, which may
 * mean something else: no days are for ever.
 */
export function rangeRules({ min, max }: Range): Rule[] {
  if (min === undefined && max === undefined) return []
  const entered = min === undefined || max === undefined ? 'Enter' : 'Enter a number from'
  return [{ type: 'number', min, max, message: `${entered} ${rangeHint({ min, max })}` }]
}

/** Which numbers are accepted, beside the field; empty where all are. */
export function rangeHint({ min, max }: Range): string {
  if (min === undefined && max === undefined) return ''
  if (max === undefined) return `${formatPrecise(min ?? 0)} or more.`
  if (min === undefined) return `${formatPrecise(max)} or less.`
  return `${formatPrecise(min)} to ${formatPrecise(max)}.`
}
