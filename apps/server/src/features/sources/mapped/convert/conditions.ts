import type { RowCondition } from '@callboard/contract/mappings'
import type { ColumnIndex } from './column-index.ts'

type Values = readonly string[]
type Test = (text: string, values: Values) => boolean

const tests: Readonly<Record<RowCondition['op'], Test>> = {
  is: (text, values) => values.includes(text),
  isNot: (text, values) => !values.includes(text),
  contains: (text, values) => values.some((value) => text.includes(value)),
  startsWith: (text, values) => values.some((value) => text.startsWith(value)),
  isEmpty: (text) => text === '',
  isNotEmpty: (text) => text !== '',
}

export function conditionTest(condition: RowCondition, columns: ColumnIndex): (values: Values) => boolean {
  const at = columns.indexOf(condition.column)
  const wanted = condition.values.map((value) => value.trim().toLowerCase())
  const test = tests[condition.op]
  return (values) => test((values[at] ?? '').trim().toLowerCase(), wanted)
}
