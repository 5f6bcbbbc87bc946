import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SourceEvent } from '../adapter.ts'
import { rowOf, valuesOf, type CdrRow } from './cdr-columns.ts'
import type { CdrLayout } from './cdr-layout.ts'
import type { LegGroup } from './group-legs.ts'
import { countIn, createdAtOf, type LegRecord } from './legs.ts'

/** A leg as it is kept until all that is known of its call is in. */
const CdrBody = z.object({
  cdr: z.record(z.string(), z.string()),
  /** Of a row of a database: when it was read. A row may change afterwards. */
  readAtMs: z.number().optional(),
})
export type CdrBody = z.infer<typeof CdrBody>

export function readCdrBody(body: unknown): CdrBody | undefined {
  return CdrBody.safeParse(body).data
}

/** The events of the legs of a call that stood in a file. */
export function eventsOfLegs(group: LegGroup, layout: CdrLayout): SourceEvent[] {
  const callKey = callKeyOf(group)
  return group.flatMap(({ raw }) => {
    const fields = layout.fieldsOf(raw)
    return 'code' in fields ? [] : [eventOfRow(rowOf(fields.values), callKey)]
  })
}

/** A row that has changed is another event. */
export function eventOfRow(row: CdrRow, callKey: string, readAtMs?: number): SourceEvent {
  const content = createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)
  const body: CdrBody = { cdr: row, ...(readAtMs !== undefined && { readAtMs }) }
  return { callKey, eventKey: `cdr ${legKeyOf(row)} ${content}`, body }
}

/** Which leg it is, whatever else is said of it and by whichever way. */
function legKeyOf({
  uniqueid = '',
  sequence = '',
  channel = '',
  dstchannel = '',
  start = '',
}: CdrRow): string {
  const isCounted = uniqueid !== '' && /^\d+$/.test(sequence)
  return isCounted ? `${uniqueid} ${sequence}` : [uniqueid, channel, dstchannel, start].join(' ')
}

/** The same for all legs of a call and for what its queue says: the id that they share, else the channel that was first. */
export function callKeyOf(group: LegGroup): string {
  const [head] = group
  const linked = group.find((leg) => leg.linkedId !== '')
  if (linked !== undefined) return linked.linkedId
  const [first] = group
    .map((leg) => leg.uniqueId)
    .filter((id) => id !== '')
    .toSorted(byCreation)
  return first ?? `${head.channel}@${head.localStart}`
}

function byCreation(a: string, b: string): number {
  return (createdAtOf(a) ?? 0) - (createdAtOf(b) ?? 0) || countIn(a) - countIn(b)
}

/** The legs of a call, each as it was read last. */
export function recordsOf(bodies: readonly CdrBody[]): LegRecord[] {
  const last = new Map<string, CdrBody>()
  for (const body of bodies) {
    const key = legKeyOf(body.cdr)
    const known = last.get(key)
    if (known === undefined || rank(known) <= rank(body)) last.set(key, body)
  }
  return [...last].map(([key, { cdr }], at) => {
    const values = valuesOf(cdr)
    return { line: at + 1, raw: key, fieldCount: values.length, values }
  })
}

/** A file says when a leg ended; of what a database says, the newest counts. */
function rank({ cdr, readAtMs = 0 }: CdrBody): number {
  return cdr['end'] === undefined ? readAtMs : Infinity
}
