import { type CallInput, earliestStartMs } from '@callboard/contract/calls'
import { attributeKeyOf, type RowProblem } from '@callboard/contract/mappings'
import type { FieldValue } from './field-reading.ts'

/** Values of a call by the names of its fields. */
export type PartialCallValues = Record<string, FieldValue>

const required = [
  ['startedAt', 'No start time was found'],
  ['direction', 'Whether it came in or went out was not found'],
  ['trackingNumber', 'No number that was called was found'],
  ['externalCallId', 'No id was found'],
] as const

/**
 * The call that rows told of, with its times complete; undefined, with the reasons among the problems, where it lacks what a
 * call cannot do without.
 */
export function completeCall(found: PartialCallValues, problems: RowProblem[]): CallInput | undefined {
  for (const [field, sentence] of required) {
    const isReported = problems.some((problem) => problem.field === field)
    if ((found[field] ?? '') !== '' || isReported) continue
    problems.push({
      code: 'missingField',
      description: `${sentence} in the row.`,
      value: null,
      field,
      column: null,
    })
  }
  checkOrder(found, problems)
  if (problems.length > 0) return undefined
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every value was read by the reader of its field, and those that a call needs are there
  return withAttributes(found) as unknown as CallInput
}

/** Attributes are read as fields, and are a part of the call of their own. */
function withAttributes(found: PartialCallValues): Record<string, unknown> {
  const own = Object.keys(found).flatMap((name) => {
    const key = attributeKeyOf(name)
    return key === undefined ? [] : [{ name, key }]
  })
  if (own.length === 0) return found
  const attributes = Object.fromEntries(own.map(({ name, key }) => [key, found[name]]))
  const isOwn = (name: string) => own.some((one) => one.name === name)
  return { ...Object.fromEntries(Object.entries(found).filter(([name]) => !isOwn(name))), attributes }
}

/** Works out the times and durations that a row leaves to be worked out. */
export function completeTimes(call: PartialCallValues): void {
  const lasted = seconds(call, 'duration') ?? partsOfDuration(call)
  let startedMs = ms(call, 'startedAt')
  let endedMs = ms(call, 'endedAt')
  if (startedMs === undefined && endedMs !== undefined && lasted !== undefined) {
    startedMs = endedMs - lasted * 1000
    call['startedAt'] = instant(startedMs)
  } else if (
    startedMs !== undefined &&
    endedMs === undefined &&
    lasted !== undefined &&
    call['status'] !== 'in-progress'
  ) {
    endedMs = startedMs + lasted * 1000
    call['endedAt'] = instant(endedMs)
  }
  if (startedMs !== undefined && endedMs !== undefined) completeTalk(call, startedMs, endedMs)
}

/** Without a duration of its own, a call lasted as long as its parts together. */
function partsOfDuration(call: PartialCallValues): number | undefined {
  const talked = seconds(call, 'talkDuration')
  const before = beforeAnswer(call)
  if (talked === undefined && (before === undefined || call['status'] === 'answered')) return undefined
  return (talked ?? 0) + (before ?? 0)
}

function beforeAnswer(call: PartialCallValues): number | undefined {
  const parts = ['ringDuration', 'queueDuration', 'ivrDuration'].map((name) => seconds(call, name))
  return parts.every((part) => part === undefined)
    ? undefined
    : parts.reduce<number>((all, part) => all + (part ?? 0), 0)
}

/** When it was answered, and how long somebody talked: each out of the other, or out of the duration of an answered call. */
function completeTalk(call: PartialCallValues, startedMs: number, endedMs: number): void {
  if (call['answeredAt'] !== undefined) return
  const talked = seconds(call, 'talkDuration')
  if (talked !== undefined) {
    if (talked > 0) call['answeredAt'] = instant(Math.max(endedMs - talked * 1000, startedMs))
    return
  }
  const lasted = seconds(call, 'duration')
  if (call['status'] !== 'answered' || lasted === undefined) return
  const talk = Math.max(lasted - (beforeAnswer(call) ?? 0), 0)
  call['talkDuration'] = talk
  call['answeredAt'] = instant(Math.max(endedMs - talk * 1000, startedMs))
}

const dayMs = 86_400_000

/** Instants are all written alike, and are in the order of their texts. */
function checkOrder(call: PartialCallValues, problems: RowProblem[]): void {
  const { startedAt: started = '', answeredAt: answered = '', endedAt: ended = '' } = call
  const warn = (code: string, field: string, description: string) =>
    problems.push({ code, description, value: String(call[field] ?? ''), field, column: null })
  if (started === '') return
  const startedMs = ms(call, 'startedAt') ?? 0
  if (startedMs < earliestStartMs)
    warn(
      'startedTooEarly',
      'startedAt',
      'The call starts before 1990: its time is of another format, or none.',
    )
  if (startedMs > Date.now() + dayMs)
    warn(
      'startedInFuture',
      'startedAt',
      'The call starts more than a day in the future: day and month may be the other way round.',
    )
  if (ended !== '' && ended < started) warn('endedBeforeStart', 'endedAt', 'The call ends before it starts.')
  if (answered === '') return
  if (answered < started) warn('answeredBeforeStart', 'answeredAt', 'The call is answered before it starts.')
  else if (ended !== '' && answered > ended)
    warn('answeredAfterEnd', 'answeredAt', 'The call is answered after its end.')
}

function seconds(call: PartialCallValues, name: string): number | undefined {
  const value = call[name]
  return typeof value === 'number' ? value : undefined
}

function ms(call: PartialCallValues, name: string): number | undefined {
  const value = call[name]
  return typeof value === 'string' ? Date.parse(value) : undefined
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
