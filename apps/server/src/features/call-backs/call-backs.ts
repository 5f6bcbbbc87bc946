import type {
  CallBack,
  CallBacksAnswer,
  CallBacksQuery,
  CallBackChange,
  CallBackState,
  CallerKey,
  ListedState,
  MissedCaller,
} from '@callboard/contract/call-backs'
import { outcomeOfState, readCallerKey, writeCallerKey } from '@callboard/contract/call-backs'
import { findCustomerFields } from '../attributes/attributes.ts'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import { selectCallerMarks } from '../../db/call-backs.ts'
import type { CallerReading } from '../../access/rows/caller-reading.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { isRecalculating } from '../../jobs/recalculation.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { findRecorded } from '../../report-engine/sql/call-choice.ts'
import { resolveSpan } from '../calls/calls.ts'
import { listCustomerNames } from '../customers/customers.ts'
import { getGroupCodes } from '../entity-groups/entity-groups.ts'
import * as callerStore from './caller-store.ts'
import * as store from './store.ts'

/** A page of the callers whose missed calls nobody returned. */
export async function listCallBacks(asking: CallerReading, asked: CallBacksQuery): Promise<CallBacksAnswer> {
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
    items: await itemsOf(scope, db, { rows, show }),
    total: counts[show].callers,
    page,
    pageSize,
    counts,
    withheldCalls,
    ...(selection.isRecalculating && { isRecalculating: true as const }),
  }
}

/** Who called longer ago has most often found somebody else. */
const defaultPeriod = { relative: 'last7Days' } as const

async function selectionOf(scope: Scope, asking: CallerReading, asked: CallBacksQuery) {
  const { db, caller } = asking
  const { filters, keyword, entityGroups: groupIds } = asked
  const hasPeriod = asked.period !== undefined || asked.from !== undefined || asked.to !== undefined
  const span = resolveSpan(asking, hasPeriod ? asked : { ...asked, period: defaultPeriod })
  return {
    span,
    filters,
    customerFields: await findCustomerFields({ ...asking, scope }, { filters }),
    keyword: keyword === '' ? undefined : keyword,
    entities: await getGroupCodes(db, caller, { groupIds, field: 'entityGroups' }),
    ...(await findRecorded(scope, asking, { filters, spans: [span] })),
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
  db: Db,
  { rows, show }: { rows: readonly callerStore.MissedCallerRow[]; show: ListedState },
): Promise<MissedCaller[]> {
  const customers = [...new Set(rows.map(({ customer }) => customer))]
  const names = await listCustomerNames(db, scope, customers)
  const known = await store.selectCallBacks(
    db,
    rows.map(({ customer: customerId, number }) => ({ customerId, number })),
  )
  const byCaller = new Map(known.map((row) => [`${row.customerId} ${row.number}`, row]))
  return rows.map(({ customer, number, ...row }) => {
    const said = byCaller.get(`${customer} ${number}`)
    const callBack = said === undefined ? null : callBackOf(said)
    return {
      callerKey: writeCallerKey({ customerId: customer, number }),
      state: stateOf(show, callBack),
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
      callBack,
    }
  })
}

function stateOf(show: ListedState, callBack: CallBack | null): CallBackState {
  if (show === 'closed') return callBack?.last?.action === 'notNeeded' ? 'notNeeded' : 'done'
  return callBack?.taken ? 'taken' : 'open'
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

/** A caller of whom somebody says something, by the newest call of theirs that they know. */
export interface SeenCaller extends CallerKey {
  lastCallAt: string
}

/**
 * Throws `notFound` for a caller whom one may not see, `conflict` for one who is no longer waiting or whom somebody else
 * has, and `invalid` for a time that is over.
 */
export async function updateCallBack(
  asking: CallerReading,
  { callerKey, lastCallAt, ...asked }: { callerKey: string } & CallBackChange,
): Promise<CallBack> {
  const key = readCallerKey(callerKey)
  const seen = { ...key, lastCallAt: lastCallAt ?? (await findNewest(asking, key)) }
  const { userId, settings } = asking.caller
  const { state, note, remindAt = null, byEmail } = asked
  if (remindAt !== null) return await remindOfCaller(asking, seen, { state, note, remindAt, byEmail })
  if (state === 'open') return await putBack(asking, seen)
  await requireWaiting(asking, seen)
  if (state === 'taken')
    return await changeCaller(asking, seen, { taken: { by: userId, minutes: settings.callBackTakenMinutes } })
  return await changeCaller(asking, seen, {
    taken: null,
    last: lastOf(asking, outcomeOfState[state], note),
    closedTo: new Date(seen.lastCallAt),
    reminder: null,
  })
}

async function findNewest(asking: CallerReading, key: CallerKey): Promise<string> {
  const scope = await Scope.of(asking.db, asking.caller)
  return orNotFound(await callerStore.findLastCallAt(scope, key, asking))
}

async function remindOfCaller(
  asking: CallerReading,
  seen: SeenCaller,
  { state, note, remindAt, byEmail }: Omit<CallBackChange, 'lastCallAt'> & { remindAt: string },
): Promise<CallBack> {
  if (state !== 'open')
    throw new AppError('invalid', 'Only a caller who is still to be called has a reminder.', {
      field: 'remindAt',
    })
  if (Date.parse(remindAt) <= Date.now())
    throw new AppError('invalid', 'This time has passed. Choose a later one.', { field: 'remindAt' })
  await requireWaiting(asking, seen)
  return await changeCaller(asking, seen, {
    taken: null,
    last: lastOf(asking, 'remind', note),
    reminder: {
      at: new Date(remindAt),
      laterTo: new Date(seen.lastCallAt),
      by: asking.caller.userId,
      byEmail,
    },
  })
}

/** Releases whom somebody has taken, else puts back whom somebody has closed or put off. */
async function putBack(asking: CallerReading, seen: SeenCaller): Promise<CallBack> {
  await findVisible(asking, seen)
  return await changeCaller(asking, seen, (before) => {
    if (isTaken(before)) return { taken: null }
    const action = before?.action ?? 'reopen'
    if (action === 'reopen') return undefined
    return {
      last: lastOf(asking, 'reopen', undefined),
      reminder: null,
      ...(action !== 'remind' && { closedTo: 'undo' }),
    }
  })
}

function lastOf(
  { caller }: CallerReading,
  action: NonNullable<CallBack['last']>['action'],
  note: string | undefined,
): NonNullable<store.CallBackChange['last']> {
  return { action, by: caller.userId, note: note === undefined || note === '' ? null : note }
}

export async function findVisible(
  { db, calls, snapshots, caller, signal }: CallerReading,
  { lastCallAt, ...key }: SeenCaller,
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

async function requireWaiting(asking: CallerReading, of: SeenCaller): Promise<void> {
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
  { db, caller }: CallerReading,
  { customerId, number }: SeenCaller,
  decide: store.CallBackChange | Decide,
): Promise<CallBack> {
  const key = { customerId, number }
  return await changeBy(db, caller, async (transaction) => {
    const before = await store.lockCallBack(transaction, key)
    const changes = typeof decide === 'function' ? decide(before) : decide
    if (changes === undefined) return before === undefined ? nothingSaid : callBackOf(before)
    requireNotTaken(caller, before, changes)
    await store.upsertCallBack(transaction, key, changes)
    return await readBack(transaction, key)
  })
}

const nothingSaid: CallBack = { taken: null, last: null, remindAt: null }

async function readBack(transaction: Transaction, key: CallerKey): Promise<CallBack> {
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
