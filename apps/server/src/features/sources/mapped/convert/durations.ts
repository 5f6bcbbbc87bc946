import type { DurationUnit } from '@callboard/contract/mappings'

const factors: Readonly<Record<DurationUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3600,
  milliseconds: 0.001,
  'm:ss': 1,
  'h:mm:ss': 1,
  'h:mm': 60,
}

const clock = /^(?:(\d{1,3})(?:\.| ?d(?:ays?)? ,?))?(\d{1,5}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?$/
const iso = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const words =
  /(\d+(?:[.,]\d+)?)\s*(ms|milli\p{L}*|h|hr|hrs|hours?|std|stunden?|heures?|horas?|m|min|mins|minutes?|minuten?|minutos?|s|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?)(?!\p{L})\.?/giu

/** In whole seconds; undefined when it is no duration. */
export function readDuration(text: string, unit: DurationUnit): number | undefined {
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Math.round(Number(text.replace(',', '.')) * factors[unit])
  const clocked = clock.exec(text)
  if (clocked !== null) return ofClock(clocked, unit)
  const ofIso = iso.exec(text)
  if (ofIso !== null && text.length > 2) {
    const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = ofIso
    return Math.round(Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
  }
  return ofWords(text)
}

function ofClock(
  [, days = '0', first, second, third]: RegExpExecArray,
  unit: DurationUnit,
): number | undefined {
  const [major, minor] = [Number(first), Number(second)]
  if (minor > 59) return undefined
  if (third === undefined) return unit === 'h:mm' ? major * 3600 + minor * 60 : major * 60 + minor
  if (Number(third) > 59) return undefined
  return Number(days) * 86_400 + major * 3600 + minor * 60 + Number(third)
}

function ofWords(text: string): number | undefined {
  let seconds = 0
  let found = 0
  const rest = text.replaceAll(words, (_, figure: string, unit: string) => {
    found++
    seconds += Number(figure.replace(',', '.')) * secondsOfWord(unit.toLowerCase())
    return ''
  })
  return found > 0 && /^[\s,]*$/.test(rest) ? Math.round(seconds) : undefined
}

function secondsOfWord(unit: string): number {
  if (unit === 'ms' || unit.startsWith('milli')) return 0.001
  if (unit.startsWith('h') || unit.startsWith('st')) return 3600
  return unit.startsWith('m') ? 60 : 1
}
