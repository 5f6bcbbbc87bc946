import { fields } from '@callboard/contract/call-fields'
import type { RouteStep } from '@callboard/contract/call-parts'
import type { FieldDeclaration, FieldKind } from '@callboard/contract/field-declaration'

interface Limits {
  min: number
  max: number
}

/** For the kinds that a call out of Asterisk has. Its choices are our own, and their form is certain. */
const checks: Partial<Record<FieldKind, (value: unknown, limits: Limits) => boolean>> = {
  text: isText,
  phone: isText,
  choice: () => true,
  instant: isInstant,
  duration: isSeconds,
  list: isRouteTrace,
}

const checkOf = new Map(
  Object.entries<FieldDeclaration>(fields).map(([name, { kind, sent }]) => [
    name,
    {
      check: checks[kind] ?? (() => false),
      limits: { min: sent?.min ?? 0, max: sent?.max ?? Infinity },
      isNullable: sent !== undefined && (sent.presence ?? 'nullable') === 'nullable',
    },
  ]),
)

/**
 * Whether the contract's schema is sure to take a call: told by its lengths and figures, as its form is certain, in a
 * tenth of the time. Where this says no, the schema has the word, and the reason.
 */
export function keepsToContract(call: Readonly<Record<string, unknown>>): boolean {
  for (const name in call) {
    const field = checkOf.get(name)
    const value = call[name]
    if (value === null ? field?.isNullable !== true : field?.check(value, field.limits) !== true) return false
  }
  return true
}

function isText(text: unknown, { min, max }: Limits): boolean {
  return (
    typeof text === 'string' &&
    text.length >= min &&
    text.length <= max &&
    text.isWellFormed() &&
    !text.includes('\0')
  )
}

/** Within the years 1000 to 2999: further off an instant has another form. */
function isInstant(instant: unknown): boolean {
  return (
    typeof instant === 'string' &&
    instant.length === 24 &&
    (instant.startsWith('1') || instant.startsWith('2'))
  )
}

function isSeconds(seconds: unknown): boolean {
  return typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= 10_000_000
}

function isRouteTrace(steps: unknown, { max }: Limits): boolean {
  return Array.isArray(steps) && steps.length <= max && steps.every(isStep)
}

function isStep(step: RouteStep): boolean {
  const { at, detail, from = '', to = '' } = step
  return isInstant(at) && isText(detail, { min: 0, max: 500 }) && [from, to].every(isEndOfTransfer)
}

function isEndOfTransfer(name: string): boolean {
  return isText(name, { min: 0, max: 120 })
}
