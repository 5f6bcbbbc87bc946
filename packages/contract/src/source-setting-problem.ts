import { z } from 'zod'
import { Day } from './scalars.ts'
import type { SourceSetting, SourceSettingValue } from './sources.ts'

/** What is wrong with the value of a setting of a source, in a sentence; undefined where it is right. Texts are trimmed. */
export function sourceSettingProblem(setting: SourceSetting, value: SourceSettingValue): string | undefined {
  const words = problemOf(setting, typeof value === 'string' ? value.trim() : value)
  return words === undefined ? undefined : `${setting.label} ${words}.`
}

/** What is said where a setting is missing that another one needs. */
export function missingSettingProblem(
  { label, requiredWith }: SourceSetting,
  settings: readonly SourceSetting[],
): string {
  const other = settings.find(({ name }) => name === requiredWith)
  return `${label} is missing: ${other?.label ?? requiredWith} needs it.`
}

function problemOf(setting: SourceSetting, value: SourceSettingValue): string | undefined {
  const { type, choices = [], form } = setting
  switch (type) {
    case 'number':
      return numberProblem(setting, value)
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'must be on or off'
    case 'words':
      return Array.isArray(value) ? undefined : 'must be a list of words'
    case 'choice':
      return choices.some((choice) => choice.value === value)
        ? undefined
        : `must be one of ${choices.map(({ label }) => label).join(', ')}`
    case 'host':
      return typeof value === 'string' && isHost(value) ? undefined : 'must be a host name or an address'
    case 'day':
      return Day.safeParse(value).success ? undefined : 'must be a day such as 2026-01-31'
    case 'text':
    case 'longText':
    case 'secret':
      if (typeof value !== 'string') return 'must be a text'
      return form === undefined || new RegExp(form.pattern).test(value) ? undefined : form.words
  }
}

function numberProblem({ min, max }: SourceSetting, value: SourceSettingValue): string | undefined {
  if (typeof value !== 'number') return 'must be a number'
  if (!Number.isInteger(value)) return 'must be a whole number'
  if (min !== undefined && value < min) return `must be at least ${min}`
  return max !== undefined && value > max ? `must be at most ${max}` : undefined
}

const hostName = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*\.?$/i

/** Digits and dots alone are an address, or mistyped. */
function isHost(text: string): boolean {
  if (/^[\d.]+$/.test(text)) return z.ipv4().safeParse(text).success
  return hostName.test(text) || z.ipv6().safeParse(text).success
}
