import { namesIn } from '@callboard/contract/attribute-fields'
import type {
  CallBack,
  CallBacksAnswer,
  CallBacksQuery,
  closeCaller as closing,
  MissedCaller,
  OfCaller,
  remindOfCaller as reminding,
} from '@callboard/contract/call-backs'
import type { Body } from '@callboard/contract/endpoint'
import type { Kysely, Transaction } from 'kysely'
import { findAttributeFields } from '../attributes/attributes.ts'
import { actorOf } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import { selectCallerMarks } from '../../db/call-backs.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import { change } from '../../db/records/change.ts'
import type { Database } from '../../db/tables/schema.ts'
import { isRecalculating } from '../../jobs/recalculation.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { findCallerMarks } from '../../report-engine/sql/caller-marks.ts'
import { findHearing } from '../../report-engine/sql/hearing.ts'
import { findSpokenCalls } from '../../report-engine/sql/spoken-calls.ts'
import { resolveSpan } from '../calls/calls.ts'
import { listCustomerNames } from '../customers/customers.ts'
import { getGroupCodes } from '../entity-groups/entity-groups.ts'
import * as callerStore from './caller-store.ts'
import * as store from './store.ts'

export interface Asking {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Snapshots
  caller: Caller
  signal: AbortSignal
}

/** A page of the callers whose missed calls nobody returned. */
export async function listCallBacks(asking: Asking, asked: CallBacksQuery): Promise<CallBacksAnswer> {
  const { db, calls, snapshots, caller, signal } = asking
  const scope = await Scope.of(db, caller)
  const { show, sort, desc, page, pageSize } = asked
  const selection = await selectionOf(scope, asking, asked)
  const from = new Date(selection.span.from.epochMilliseconds)
  const marks = await selectCallerMarks(db, { customerIds: scope.customerIds, from, now: new Date() })
  const missed = { selection, marks, show, sort, desc, offset: (page - 1) * pageSize, limit: pageSize }
  const [rows, counted, withheldCalls] = await snapshots.read({ signal }, async (at) => {
    const reading = { calls, snapshots, ...at }
    const [found, withheld] = await Promise.all([
      callerStore.selectMissedCallers(scope, missed, reading),
      callerStore.countWithheld(scope, missed, reading),
    ])
    return [
      found,
      found[0] ?? (await callerStore.countMissedCallers(scope, missed, reading)),
      withheld,
    ] as const
  })
  const counts = countsOf(counted)
  return {
    items: await itemsOf(scope, db, rows),
    total: counts[show].callers,
    page,
    pageSize,
    counts,
    withheldCalls,
    ...(selection.isRecalculating && { isRecalculating: true as const }),
  }
}

async function selectionOf(scope: Scope, asking: Asking, asked: CallBacksQuery) {
  const { db, caller } = asking
  const { filters, keyword, entityGroups: groupIds } = asked
  const span = resolveSpan(asking, asked)
  return {
    span,
    filters,
    attributes: await findAttributeFields({ ...asking, scope }, namesIn({ filters })),
    keyword: keyword === '' ? undefined : keyword,
    entities: await getGroupCodes(db, caller, { groupIds, field: 'entityGroups' }),
    spoken: await findSpokenCalls(scope, asking, { filters, spans: [span] }),
    marked: await findCallerMarks(scope, asking, { filters, spans: [span] }),
    hearing: await findHearing(asking, filters),
    isRecalculating: await isRecalculating(db),
  }
}

/** A caller is counted once, where they stand; each of their calls where it stands itself. */
function countsOf(counted: callerStore.MissedCallerCounts): CallBacksAnswer['counts'] {
  return {
    waiting: { callers: counted.waiting_callers, calls: counted.waiting_calls },
    later: { callers: counted.later_callers, calls: counted.later_calls },
    closed: { callers: counted.closed_callers, calls: counted.all_closed_calls },
    reached: { callers: counted.reached_callers, calls: counted.all_reached_calls },
  }
}

async function itemsOf(
  scope: Scope,
  db: Kysely<Database>,
  rows: readonly callerStore.MissedCallerRow[],
): Promise<MissedCaller[]> {
  const customers = [...new Set(rows.map(({ customer }) => customer))]
  const names = await listCustomerNames(db, scope, customers)
  const said = await store.selectCallBacks(
    db,
    rows.map(({ customer: customerId, number }) => ({ customerId, number })),
  )
  const byCaller = new Map(said.map((row) => [`${row.customerId} ${row.number}`, row]))
  return rows.map(({ customer, number, ...row }) => {
    const callBack = byCaller.get(`${customer} ${number}`)
    return {
      customerId: customer,
      customerName: names.get(customer) ?? '',
      number,
      name: row.name,
      attempts: row.attempts,
      firstCallAt: row.first_at,
      lastCall: {
        id: row.call,
        startedAt: row.last_at,
        status: row.status,
        trackingNumber: row.tracking_number,
        location: row.location,
        source: row.source,
        campaign: row.campaign,
        note: row.note,
      },
      callBack: callBack === undefined ? null : callBackOf(callBack),
    }
  })
}

function callBackOf(row: store.CallBackRow): CallBack {
  const { takenBy, takenUntil, action, actedBy, actedAt, note, remindAt } = row
  return {
    taken:
      takenBy === null || takenUntil === null
        ? null
        : { by: { id: takenBy, name: row.takenByName }, until: takenUntil.toISOString() },
    last:
      action === null || actedBy === null || actedAt === null
        ? null
        : { action, by: { id: actedBy, name: row.actedByName }, at: actedAt.toISOString(), note },
    remindAt: remindAt?.toISOString() ?? null,
  }
}

/** Throws `notFound` for a caller whom one may not see, `conflict` for one who waits no more or whom somebody else has. */
export async function takeCaller(asking: Asking, of: OfCaller): Promise<CallBack> {
  const { userId, settings } = asking.caller
  await requireWaiting(asking, of)
  return await changeCaller(asking, of, { taken: { by: userId, minutes: settings.callBackTakenMinutes } })
}

/** Throws as `takeCaller`, except for who waits no more. */
export async function releaseCaller(asking: Asking, of: OfCaller): Promise<CallBack> {
  await findVisible(asking, of)
  return await changeCaller(asking, of, (before) => (isTaken(before) ? { taken: null } : undefined))
}

/** Throws as `takeCaller`. */
export async function closeCaller(
  asking: Asking,
  { outcome, note, ...of }: Body<typeof closing>,
): Promise<CallBack> {
  await requireWaiting(asking, of)
  return await changeCaller(asking, of, {
    taken: null,
    last: lastOf(asking, outcome, note),
    closedTo: new Date(of.lastCallAt),
    reminder: null,
  })
}

/** Throws as `takeCaller`, and `invalid` for a time that is over. */
export async function remindOfCaller(
  asking: Asking,
  { at, note, byEmail, ...of }: Body<typeof reminding>,
): Promise<CallBack> {
  if (Date.parse(at) <= Date.now())
    throw new AppError('invalid', 'This time has passed. Choose a later one.', { field: 'at' })
  await requireWaiting(asking, of)
  return await changeCaller(asking, of, {
    taken: null,
    last: lastOf(asking, 'remind', note),
    reminder: { at: new Date(at), laterTo: new Date(of.lastCallAt), by: asking.caller.userId, byEmail },
  })
}

/** Throws `notFound`, and `conflict` where there is nothing to take back. */
export async function reopenCaller(asking: Asking, of: OfCaller): Promise<CallBack> {
  await findVisible(asking, of)
  return await changeCaller(asking, of, (before) => {
    const action = before?.action ?? 'reopen'
    if (action === 'reopen')
      throw new AppError('conflict', 'Nobody has closed or put off this caller: they are on the list.')
    return {
      last: lastOf(asking, 'reopen', undefined),
      reminder: null,
      ...(action !== 'remind' && { closedTo: 'undo' }),
    }
  })
}

function lastOf(
  { caller }: Asking,
  action: NonNullable<CallBack['last']>['action'],
  note: string | undefined,
): NonNullable<store.CallBackChange['last']> {
  return { action, by: caller.userId, note: note === undefined || note === '' ? null : note }
}

export async function findVisible(
  { db, calls, snapshots, caller, signal }: Asking,
  { lastCallAt, ...key }: OfCaller,
): Promise<{ isWaiting: boolean; name: string }> {
  const scope = await Scope.of(db, caller)
  const since = { from: new Date(lastCallAt), now: new Date() }
  const marks = await selectCallerMarks(db, { customerIds: [key.customerId], ...since })
  const found = await callerStore.findCaller(
    scope,
    { ...key, since: lastCallAt },
    { calls, snapshots, marks: marks.filter(({ number }) => number === key.number), signal },
  )
  if (found === undefined) throw notFound()
  return found
}

async function requireWaiting(asking: Asking, of: OfCaller): Promise<void> {
  const { isWaiting } = await findVisible(asking, of)
  if (isWaiting) return
  throw new AppError(
    'conflict',
    'This caller is no longer waiting: someone spoke with them or closed them. The list is up to date again.',
  )
}

/** Undefined where nothing is to be changed. */
type Decide = (before: store.CallBackRow | undefined) => store.CallBackChange | undefined

/** Throws `conflict` while somebody else has the caller. */
async function changeCaller(
  { db, caller }: Asking,
  { customerId, number }: OfCaller,
  decide: store.CallBackChange | Decide,
): Promise<CallBack> {
  const key = { customerId, number }
  return await change(db, actorOf(caller), async (transaction) => {
    const before = await store.lockCallBack(transaction, key)
    const changes = typeof decide === 'function' ? decide(before) : decide
    if (changes === undefined) return before === undefined ? nothingSaid : callBackOf(before)
    requireNotTaken(caller, before, changes)
    await store.upsertCallBack(transaction, key, changes)
    return await readBack(transaction, key)
  })
}

const nothingSaid: CallBack = { taken: null, last: null, remindAt: null }

async function readBack(transaction: Transaction<Database>, key: store.CallerKey): Promise<CallBack> {
  const [row] = await store.selectCallBacks(transaction, [key])
  if (row === undefined) throw notFound()
  return callBackOf(row)
}

function isTaken(row: store.CallBackRow | undefined): row is store.CallBackRow & { takenBy: string } {
  return row !== undefined && row.takenBy !== null
}

/** An administrator may release whom somebody else has, for one who went home. */
function requireNotTaken(
  { userId, isAdmin }: Caller,
  before: store.CallBackRow | undefined,
  changes: store.CallBackChange,
): void {
  if (!isTaken(before) || before.takenBy === userId) return
  const isRelease = changes.taken === null && changes.last === undefined
  if (isRelease && isAdmin) return
  throw new AppError(
    'conflict',
    `${before.takenByName} has taken this caller. They are free again once they are released or the call back is done.`,
  )
}
