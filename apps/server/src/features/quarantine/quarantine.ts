import type { Output } from '@callboard/contract/endpoint'
import {
  type deleteManyQuarantined,
  type getQuarantineReasons,
  problemOfEdit,
  quarantineDays,
  type QuarantinedRecord,
  type QuarantineFilter,
  quarantineStepRows,
} from '@callboard/contract/quarantine'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { callId } from '../../db/call-id.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { type ListAsked, mapItems } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { checkRow } from './check-row.ts'
import type { QuarantineParts, RowReason } from './quarantine-parts.ts'
import { nextOf, removeRows } from './remove-rows.ts'
import * as store from './store.ts'

const listedReasons = 200

export async function searchRows(
  { db }: QuarantineParts,
  _caller: Caller,
  asked: Parameters<typeof store.selectRows>[1] & ListAsked & QuarantineFilter,
) {
  return mapItems(await store.selectRows(db, asked), (row) => ({
    ...row,
    receivedAt: row.receivedAt.toISOString(),
  }))
}

/** Days in the portal's zone, the earliest first, also those on which nothing was rejected. */
export async function listReasons(
  { db }: QuarantineParts,
  { settings: { defaultTimeZone: timeZone } }: Caller,
): Promise<Output<typeof getQuarantineReasons>> {
  const first = Temporal.Now.plainDateISO(timeZone).subtract({ days: quarantineDays - 1 })
  const since = new Date(first.toZonedDateTime(timeZone).epochMilliseconds)
  const [sources, reasons, days] = await Promise.all([
    store.countSources(db),
    store.countReasons(db, listedReasons),
    store.countDays(db, { since, timeZone }),
  ])
  const counts = new Map(days.map(({ day, count }) => [day, count]))
  return {
    total: sources.reduce((sum, { kept }) => sum + kept, 0),
    dropped: sources
      .filter(({ dropped }) => dropped > 0)
      .map(({ customerId, customerName, sourceSystem, dropped, droppedSince }) => ({
        customerId,
        customerName,
        sourceSystem,
        dropped,
        droppedSince: (droppedSince ?? new Date()).toISOString(),
      })),
    reasons: reasons.map(({ firstValue, lastValue, ...reason }) => ({
      ...reason,
      values: [...new Set([firstValue, lastValue])].flatMap((value) => value ?? []),
      firstAt: reason.firstAt.toISOString(),
      lastAt: reason.lastAt.toISOString(),
    })),
    days: Array.from({ length: quarantineDays }, (_, at) => {
      const day = first.add({ days: at }).toString()
      return { day, count: counts.get(day) ?? 0 }
    }),
  }
}

export async function getRow(
  parts: QuarantineParts,
  _caller: Caller,
  { id }: { id: string },
): Promise<QuarantinedRecord> {
  const row = orNotFound(await store.selectRow(parts.db, id))
  const customer = orNotFound(await parts.ingest.findCustomer({ id: row.customerId }))
  const { errors, isReadable } = await checkRow(parts, customer, row)
  return { ...row, receivedAt: row.receivedAt.toISOString(), errors, isReadable }
}

/** As they came, read in steps: rows that come or go meanwhile may or may not be in it. */
export function downloadRows({ db }: QuarantineParts, _caller: Caller, filter: QuarantineFilter): FileAnswer {
  return new FileAnswer({
    contentType: 'application/x-ndjson; charset=utf-8',
    fileName: 'Rejected calls.ndjson',
    bytes: linesOf(db, filter),
  })
}

async function* linesOf(db: Db, filter: QuarantineFilter): AsyncGenerator<Uint8Array> {
  for (let after: string | null = null; ;) {
    const chosen: store.Chosen = { filter, after }
    const rows = await store.selectChosen(db, chosen, quarantineStepRows)
    // In JSON, a line break can only stand between two values.
    yield Buffer.from(rows.map(({ raw }) => `${raw.replaceAll(/[\r\n]+/g, ' ')}\n`).join(''))
    after = nextOf(chosen, rows)
    if (after === null) return
  }
}

/** Throws `notFound`, `invalid` for the events of a call and for JSON that would be none any more, and `conflict` when the same row of the same source is there already. */
export async function updateRow(
  parts: QuarantineParts,
  caller: Caller,
  { id, raw }: { id: string; raw: string },
): Promise<QuarantinedRecord> {
  const { db, ingest } = parts
  const row = orNotFound(await store.selectRow(db, id))
  if (raw === row.raw) return await getRow(parts, caller, { id })
  if (row.form === 'events')
    throw new AppError('invalid', 'What the system said of a call cannot be edited. Mend its source instead.')
  const problem = problemOfEdit(row.raw, raw)
  if (problem !== undefined) throw new AppError('invalid', problem, { field: 'raw' })
  const customer = orNotFound(await ingest.findCustomer({ id: row.customerId }))
  const { reason, externalCallId, isLeg } = await checkRow(parts, customer, { ...row, raw })
  const { code, description, value = null } = reason ?? corrected
  const call =
    externalCallId === null || isLeg ? null : callId(row.customerId, row.sourceSystem, externalCallId)
  const values = { raw, code, description, value, external_call_id: externalCallId, call_id: call }
  await changeBy(db, caller, async (transaction) => {
    if (!(await store.updateRow(transaction, id, values)))
      throw new AppError('conflict', 'The same row is in the quarantine already.')
    const of = { id: row.customerId, name: row.customerName }
    await store.insertChange(transaction, of, {
      field: 'rejectedRow',
      from: recordedText(row.raw),
      to: recordedText(raw),
    })
  })
  return await getRow(parts, caller, { id })
}

const corrected: RowReason = { code: 'edited', description: 'Corrected, and not retried yet.' }

const shownCharacters = 2000

function recordedText(raw: string): string {
  return raw.length > shownCharacters ? `${raw.slice(0, shownCharacters)}…` : raw
}

export async function deleteRow(
  { db }: QuarantineParts,
  caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  const rows = await store.selectChosen(db, { ids: [id] }, 1)
  if (rows.length === 0) throw notFound()
  await removeRows(db, caller, { rows, done: 'deleted' })
}

export async function deleteMany(
  { db }: QuarantineParts,
  caller: Caller,
  chosen: store.Chosen,
): Promise<Output<typeof deleteManyQuarantined>> {
  const rows = await store.selectChosen(db, chosen, quarantineStepRows)
  return { deleted: await removeRows(db, caller, { rows, done: 'deleted' }), next: nextOf(chosen, rows) }
}
