import type { Output } from '@callboard/contract/endpoint'
import { quarantineStepRows, type retryQuarantined } from '@callboard/contract/quarantine'
import type { Caller } from '../../access/callers/caller.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { loadSourceOfSystem } from '../sources/sources.ts'
import { readRowsAgain } from '../sources/rows-again.ts'
import { type IngestCustomer, isOfSource, type QuarantineParts } from './quarantine-parts.ts'
import { nextOf, removeRows } from './remove-rows.ts'
import * as store from './store.ts'

/** What came of some rows. */
interface Retried {
  created: number
  updated: number
  unchanged: number
  accepted: readonly store.ChosenRow[]
  /** Those that were rejected again, and why now. */
  again: Parameters<typeof store.updateReasons>[1]
}

/**
 * Sends rows again, as their source did; those that are no calls by themselves are read by the source as it is set up now. What
 * is accepted is in the journal before it leaves the quarantine: after a crash in between it is sent once more, which changes
 * nothing. Throws what `Ingest.accept` throws.
 */
export async function retryRows(
  parts: QuarantineParts,
  caller: Caller,
  chosen: store.Chosen,
): Promise<Output<typeof retryQuarantined>> {
  const { db, ingest } = parts
  const rows = await store.selectChosen(db, chosen, quarantineStepRows)
  const answer = { retried: rows.length, created: 0, updated: 0, unchanged: 0, rejected: 0 }
  for (const [customerId, ofCustomer] of Map.groupBy(rows, (row) => row.customerId)) {
    const customer = orNotFound(await ingest.findCustomer({ id: customerId }))
    const kind = (row: store.ChosenRow) => `${row.form === 'call'} ${row.isMerge} ${row.sourceSystem}`
    for (const sent of Map.groupBy(ofCustomer, kind).values()) {
      const isOfCalls = sent[0]?.form === 'call'
      const done = isOfCalls ? await sendAgain(parts, customer, sent) : await haveRead(parts, customer, sent)
      answer.created += done.created
      answer.updated += done.updated
      answer.unchanged += done.unchanged
      answer.rejected += sent.length - done.accepted.length
      await removeRows(db, caller, { rows: done.accepted, done: 'accepted', again: done.again })
    }
  }
  return { ...answer, next: nextOf(chosen, rows) }
}

const nothing: Retried = { created: 0, updated: 0, unchanged: 0, accepted: [], again: [] }

async function sendAgain(
  { ingest }: QuarantineParts,
  customer: IngestCustomer,
  sent: readonly store.ChosenRow[],
): Promise<Retried> {
  const calls = sent.filter((row) => ingest.checkKept(customer, row).isReadable)
  const [first] = calls
  if (first === undefined) return nothing
  const answer = await ingest.acceptAgain(
    customer,
    calls.map(({ raw }) => raw),
    { source: first.sourceSystem, isMerge: first.isMerge },
  )
  const rejected = new Map(answer.rejected.map((one) => [one.line - 1, one]))
  return {
    ...answer,
    accepted: calls.filter((_, at) => !rejected.has(at)),
    again: calls.flatMap((row, at) => reasonOf(row, rejected.get(at))),
  }
}

async function haveRead(
  parts: QuarantineParts,
  customer: IngestCustomer,
  sent: readonly store.ChosenRow[],
): Promise<Retried> {
  const { db, ingest, eventIntake } = parts
  const [first] = sent
  const source = first && (await loadSourceOfSystem(db, first))
  if (source === undefined) return nothing
  const unread = sent.filter(isOfSource)
  const { rows: made, unreadable, events } = await readRowsAgain(db, source, unread)
  // Of calls of which a file may have told whole, the source itself makes what events tell of them, when these are kept.
  const rows = made.filter(({ row }) => row.whereKnown === undefined)
  await ingest.waitForCapacity(rows.length)
  const answer = await ingest.accept(
    customer,
    rows.map(({ row }, at) => ({ ...row, line: at + 1 })),
    { source: source.context.sourceSystem, isRetry: true },
  )
  const rejected = new Map(
    answer.rejected.flatMap((one) => (rows[one.line - 1]?.of ?? []).map((place) => [place, one])),
  )
  const isAccepted = (at: number) => !rejected.has(at) && !unreadable.has(at)
  await eventIntake.keep(
    source.id,
    [...events].flatMap(([at, ofRow]) => (isAccepted(at) ? ofRow : [])),
  )
  return {
    ...answer,
    accepted: unread.filter((_, at) => isAccepted(at)),
    again: unread.flatMap((row, at) => reasonOf(row, rejected.get(at))),
  }
}

function reasonOf(
  row: store.ChosenRow,
  rejected: { code: string; description: string } | undefined,
): Retried['again'] {
  if (rejected === undefined) return []
  const { code, description } = rejected
  return [{ ...row, code, description }]
}
