import { createHash } from 'node:crypto'
import type { MappingRule } from '@callboard/contract/mappings'
import { conditionTest } from './conditions.ts'
import type { ColumnIndex } from './column-index.ts'
import { type Translate, translator } from './words.ts'

/** The text of a value, and the column that it stood in. */
export interface Found {
  readonly text: string
  /** Null where several columns, or none, made it. */
  readonly column: string | null
}

export type RuleReader = (values: readonly string[]) => Found | undefined

export interface ReadRule {
  readonly rule: MappingRule
  /** The text, without its translation. */
  readonly find: RuleReader
  readonly translate: Translate
}

/** A longer text is not searched for a pattern, which bounds the time that this takes. */
const searchedCharacters = 300

/** Nothing is found where a rule does not apply, or its columns are empty. */
export function compileRule(rule: MappingRule, columns: ColumnIndex): ReadRule {
  const origin = originReader(rule, columns)
  const applies = rule.when === undefined ? undefined : conditionTest(rule.when, columns)
  const pattern =
    rule.extract === undefined || rule.extract === '' ? undefined : new RegExp(rule.extract, 'u')
  const translate = translator(rule.words)
  // What an empty value means may be said as well.
  const readsEmpty = rule.words.some(({ word }) => word.trim() === '')
  const find: RuleReader = (values) => {
    if (applies?.(values) === false) return undefined
    const found = origin(values)
    if (found === undefined) return readsEmpty ? { text: '', column: null } : undefined
    if (pattern === undefined) return found
    const match = pattern.exec(found.text.slice(0, searchedCharacters))
    const text = (match?.[1] ?? match?.[0] ?? '').trim()
    return text === '' && !readsEmpty ? undefined : { text, column: found.column }
  }
  return { rule, find, translate }
}

function originReader({ origin }: MappingRule, columns: ColumnIndex): RuleReader {
  switch (origin.kind) {
    case 'columns':
      return firstFilled(origin.columns, columns)
    case 'constant': {
      const found = { text: origin.value, column: null }
      return () => (origin.value === '' ? undefined : found)
    }
    case 'template':
      return templateReader(origin.template, columns)
    case 'hash':
      return hashReader(origin.columns, columns)
    case 'sum':
    case 'ownNumbers':
      // They are more than a text, and read where their fields are.
      return () => undefined
  }
}

function firstFilled(names: readonly string[], columns: ColumnIndex): RuleReader {
  const places = names.map((name) => ({ name, at: columns.indexOf(name) }))
  return (values) => {
    for (const { name, at } of places) {
      const text = (values[at] ?? '').trim()
      if (text !== '') return { text, column: name }
    }
    return undefined
  }
}

function templateReader(template: string, columns: ColumnIndex): RuleReader {
  const parts = template.split(/\{([^{}]*)\}/).map((part, index) => {
    return index % 2 === 0 ? { text: part } : { at: columns.indexOf(part) }
  })
  return (values) => {
    let isEmpty = true
    let text = ''
    for (const part of parts) {
      const own = 'text' in part ? part.text : (values[part.at] ?? '').trim()
      if (!('text' in part) && own !== '') isEmpty = false
      text += own
    }
    return isEmpty ? undefined : { text: text.trim(), column: null }
  }
}

function hashReader(names: readonly string[], columns: ColumnIndex): RuleReader {
  const places = names.map((name) => columns.indexOf(name))
  return (values) => {
    const texts = places.map((at) => (values[at] ?? '').trim())
    if (texts.every((text) => text === '')) return undefined
    const hash = createHash('sha256').update(texts.join('\u001F')).digest('hex')
    return { text: hash.slice(0, 32), column: null }
  }
}

/** `otherwise` is the meaning of words, not of their absence. */
export function translated(text: string, { rule, translate }: ReadRule): string {
  const meaning = rule.words.length === 0 ? undefined : translate(text)
  return meaning ?? (text === '' ? '' : (rule.otherwise ?? text))
}
