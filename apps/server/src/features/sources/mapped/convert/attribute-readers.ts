import { textLimits } from '@callboard/contract/limits'
import type { MappingRule } from '@callboard/contract/mappings'
import { isStorable } from '@callboard/contract/scalars'
import type { SourceAttribute } from '../../adapter.ts'
import type { FieldReader, FieldReading } from './field-reading.ts'
import { readDecimal } from './figures.ts'
import { valueProblem } from './row-problem.ts'
import { compileRule, translated } from './rule-reader.ts'

interface Named {
  /** As the mapping names it. */
  readonly name: string
  readonly key: string
}

/** Reads a value of an attribute of the customer’s own by one rule. */
export function attributeReader(
  { name, key }: Named,
  rule: MappingRule,
  { mapping, source, columns }: FieldReading,
): FieldReader {
  const attribute = source.attributes?.find((one) => one.key === key)
  const compiled = compileRule(rule, columns)
  return ({ values, problems }) => {
    const found = compiled.find(values)
    const text = found === undefined ? '' : translated(found.text, compiled)
    if (found === undefined || text === '') return undefined
    if (attribute === undefined) {
      const description = `The customer has no attribute with the key ${key}.`
      problems.push({ code: 'unknownAttribute', description, value: null, field: name, column: found.column })
      return undefined
    }
    const value = readers[attribute.type](text, attribute, mapping.hasDecimalComma)
    if (value !== undefined) return value
    const what = reasons[attribute.type](attribute)
    problems.push(valueProblem(name, { text, column: found.column }, { code: 'invalidAttribute', what }))
    return undefined
  }
}

type Read = (text: string, attribute: SourceAttribute, hasDecimalComma: boolean) => string | undefined

const readers: Record<SourceAttribute['type'], Read> = {
  text: (text) => (text.length <= textLimits.callAttribute && isStorable(text) ? text : undefined),
  number: (text, _, hasDecimalComma) => readDecimal(text, hasDecimalComma),
  choice(text, { choices }) {
    const plain = text.toLowerCase()
    const meant = choices.find(({ value, label }) =>
      [value, label].some((name) => name.toLowerCase() === plain),
    )
    return meant?.value
  },
}

const reasons: Record<SourceAttribute['type'], (attribute: SourceAttribute) => string> = {
  text: () => `is longer than ${textLimits.callAttribute} characters or has characters that cannot be stored`,
  number: ({ name }) => `is not a number, which ${name} is`,
  choice: ({ name }) => `is not one of the choices of ${name}: say in the mapping what it means`,
}
