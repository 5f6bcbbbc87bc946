import type { SourceContext } from './adapter.ts'

/** A setting of a source that is a text; undefined while it is empty. */
export function textSetting({ settings }: Pick<SourceContext, 'settings'>, name: string): string | undefined {
  const value = settings[name]
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** A setting of a source that is a number. */
export function numberSetting(
  { settings }: Pick<SourceContext, 'settings'>,
  name: string,
  otherwise: number,
): number {
  const value = settings[name]
  return typeof value === 'number' ? value : otherwise
}
