import { type Reading, tidy } from '#web/lib/typed-day.ts'

const wanted = 'Enter a time such as 08:30, or 8:30 pm.'

/** A time of day as it is typed, with 24 hours or 12, as `08:30`. */
export function readTime(typed: string): Reading<string> {
  const text = tidy(typed)
  const named = { midnight: '00:00', noon: '12:00' }[text]
  if (named !== undefined) return { value: named }
  const groups = pattern.exec(text)?.groups
  if (groups === undefined) return { error: wanted }
  const [hours, minutes] = [Number(groups['hours']), Number(groups['minutes'] ?? 0)]
  const half = groups['half']
  const isHour = half === undefined ? hours < 24 : hours > 0 && hours < 13
  if (!isHour || minutes > 59) return { error: `There is no ${typed.trim()}. ${wanted}` }
  const hour = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0)
  return { value: writeTime(hour * 60 + minutes) }
}

const pattern = /^(?<hours>\d{1,2})(?:[:.h]?(?<minutes>\d{2}))?(?::00)? ?(?:(?<half>[ap])(?:\.?m\.?)?)?$/

/** `08:30`, by minutes since midnight. */
export function writeTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
