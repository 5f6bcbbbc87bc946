import type { MappingRule, ValueOrigin } from '@callboard/contract/mappings'

export function ruleOf(origin: ValueOrigin): MappingRule {
  return { origin, words: [] }
}

export function columnRule(...columns: string[]): MappingRule {
  return ruleOf({ kind: 'columns', columns })
}

export function constantRule(value: string): MappingRule {
  return ruleOf({ kind: 'constant', value })
}
