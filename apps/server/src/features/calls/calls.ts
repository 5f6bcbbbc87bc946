import type { AskedField } from '@callboard/contract/field-names'
import { Call, type CallDetailsQuery, type CallListColumn, type PartialCall } from '@callboard/contract/calls'
import { isAttributeField } from '@callboard/contract/attribute-fields'
import type { FileFormat } from '@callboard/contract/export-types'
import type { Span } from '@callboard/contract/period'
import { restsOnReturned } from '@callboard/contract/returned-calls'
import { z } from 'zod'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { CallReading } from '../../db/calls/stored-calls.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { callColumns, storedCallFields } from '../../report-engine/summary/call-columns.ts'
import { namedFields } from '../../report-engine/files/formats/about-file.ts'
import { openDetailsFile } from '../../report-engine/files/details-file.ts'
import type { PreparedFile } from '../../report-engine/files/prepared-file.ts'
import { type DetailsPlan, findCall, readDetailsPage } from '../../report-engine/details/details.ts'
import { type KnownCall, readKnownCalls } from '../../report-engine/details/known-calls.ts'
import { resolveReportPeriod } from '../../report-engine/plan/period.ts'
import type { CustomerFields } from '../../report-engine/sql/fields.ts'
import { rowsFingerprint } from '../../report-engine/sql/spoken-words.ts'
import { findCustomerFields, withAttributes } from '../attributes/attributes.ts'
import { listCustomerNames } from '../customers/customers.ts'
import { getGroupCodes, listGroupNames } from '../entity-groups/entity-groups.ts'
import { listCellNames } from '../entities/entities.ts'
import { listAudibleRecordings } from '../../access/rows/recording-rights.ts'
import { isRecalculating } from '../../jobs/recalculation.ts'
import { findRecorded } from '../../report-engine/sql/call-choice.ts'

// The route parses them by the contract's schema, once.
const ParsedLater = z.custom<PartialCall>()

/** Who asks, and when: relative periods are those of that moment, which is now unless given. */
interface Asking {
  db: Db
  caller: Caller
  askedAt?: Date
}

interface Reading extends Asking, CallReading {}

const defaultPageSize = 50

/** A page of the call list. */
export async function listCalls({ db, calls, snapshots, caller, signal }: Reading, asked: CallDetailsQuery) {
  const scope = await Scope.of(db, caller)
  const plan = await planDetails(scope, { db, caller }, asked)
  const { cursor, pageSize = defaultPageSize, withTotal } = asked
  const page = await readDetailsPage(scope, plan, { calls, snapshots, cursor, pageSize, withTotal, signal })
  const wants = (name: CallListColumn) => asked.columns === undefined || asked.columns.includes(name)
  const named = wants('customerName') ? await withCustomerNames(db, scope, page.rows) : page.rows
  const audible = wants('audibleRecordingId') ? await withAudibleRecordings(db, caller, named) : named
  const items = plan.columns.includes('attributes') ? await withAttributes(db, audible) : audible
  const hidden = asked.columns !== undefined && !asked.columns.includes('customerId')
  return {
    items: items.map(({ customerId, ...row }) => ParsedLater.parse(hidden ? row : { customerId, ...row })),
    nextCursor: page.nextCursor,
    total: page.total,
    ...(plan.spoken?.isCut === true && { isCut: true as const }),
    ...(plan.isRecalculating && { isRecalculating: true as const }),
  }
}

/** All calls of a list as a file. Throws when the list cannot be read so. */
export async function prepareCallsFile(
  asking: Asking,
  asked: CallDetailsQuery,
  format: FileFormat,
): Promise<PreparedFile> {
  requireNoPages(asked)
  const { db, caller } = asking
  const scope = await Scope.of(db, caller)
  const { sort: field, desc, ...selection } = await planDetails(scope, asking, asked)
  const { customerFields } = selection
  const columns = asked.columns?.map((column) => fileColumnOf(column, customerFields)) ?? exportColumns
  const plan = { ...selection, columns, order: [{ field, desc }], limit: undefined }
  const name = 'Calls'
  return {
    name,
    fingerprint: rowsFingerprint(scope, plan),
    async open(reading) {
      const names = await listCellNames(db, scope, [...columns, ...namedFields(asked)])
      const about = {
        askedAt: (asking.askedAt ?? new Date()).toISOString(),
        groups: await listGroupNames(db, caller, asked.entityGroups),
      }
      return await openDetailsFile(scope, plan, { ...reading, format, name, names, about })
    },
  }
}

function fileColumnOf(name: CallListColumn, customerFields: CustomerFields): AskedField {
  if (name === 'attributes')
    throw new AppError('invalid', 'A file has a column for each attribute: name them one by one.', {
      field: 'columns',
    })
  if (isAttributeField(name) && !customerFields.has(name))
    throw new AppError('unknownReportField', `There is no field ${name} to show as a column.`, {
      field: name,
    })
  if (name === 'audibleRecordingId')
    throw new AppError('invalid', `A file does not say who may hear a recording: leave ${name} out.`, {
      field: 'columns',
    })
  return name === 'customerName' ? 'customer' : name
}

/** A file holds all calls. */
function requireNoPages(asked: CallDetailsQuery): void {
  const given = [
    { field: 'cursor', isGiven: asked.cursor !== undefined },
    { field: 'pageSize', isGiven: asked.pageSize !== undefined },
    { field: 'withTotal', isGiven: asked.withTotal },
  ].find(({ isGiven }) => isGiven)
  if (given === undefined) return
  throw new AppError('invalid', `A file has no pages: leave ${given.field} out.`, { field: given.field })
}

export async function getCall({ db, calls, snapshots, caller, signal }: Reading, id: string) {
  const scope = await Scope.of(db, caller)
  const found = await findCall(scope, id, { calls, snapshots, signal })
  if (found === undefined) throw notFound()
  const named = await withCustomerNames(db, scope, [found])
  const [call] = await withAttributes(db, await withAudibleRecordings(db, caller, named))
  return Call.parse(call)
}

/** Calls of a scope by their ids, as `getCall` tells them to nobody in particular, who can listen to none. */
export async function getKnownCalls(
  { db, ...reading }: Pick<Reading, 'db' | 'calls' | 'snapshots' | 'signal'>,
  scope: Scope,
  known: readonly KnownCall[],
): Promise<Map<string, Call>> {
  const found = await readKnownCalls(scope, known, reading)
  const named = await withCustomerNames(db, scope, [...found.values()])
  const whole = await withAttributes(db, named)
  return new Map(
    whole.map((row) => {
      const call = Call.parse({ ...row, audibleRecordingId: null })
      return [call.id, call]
    }),
  )
}

const exportColumns: readonly AskedField[] = [
  'startedAt',
  'customer',
  'direction',
  'status',
  'contactNumber',
  'callerName',
  'trackingNumber',
  'callerNumber',
  'targetNumber',
  'duration',
  'ringDuration',
  'talkDuration',
  'source',
  'medium',
  'campaign',
  'keyword',
  'location',
  'agent',
  'city',
  'state',
  'zipcode',
  'firstTime',
  'priorCalls',
  'tags',
  'leadStatus',
  'value',
  'currency',
  'id',
]

async function planDetails(scope: Scope, asking: Asking, asked: CallDetailsQuery): Promise<DetailsPlan> {
  const { db, caller } = asking
  const columns =
    asked.columns
      ?.map((name) => (isAttributeField(name) ? 'attributes' : name))
      .filter((name) => callColumns.has(name)) ?? storedCallFields
  const { filters } = asked
  const span = resolveSpan(asking, asked)
  const behind = [...columns, asked.sort, ...filters.map(({ field }) => field)]
  return {
    span,
    filters,
    customerFields: await findCustomerFields({ ...asking, scope }, asked),
    ...(await findRecorded(scope, asking, { filters, spans: [span] })),
    isRecalculating: restsOnReturned(behind) && (await isRecalculating(db)),
    entities: await getGroupCodes(db, caller, { groupIds: asked.entityGroups, field: 'entityGroups' }),
    keyword: asked.keyword === '' ? undefined : asked.keyword,
    // The id opens the call, the customer's gives its name.
    columns: [...new Set(['id', 'customerId', ...columns])],
    sort: asked.sort,
    desc: asked.desc,
  }
}

/** The period of a list of calls. Throws `invalid` unless it is given in one of the two ways. */
export function resolveSpan(
  { caller, askedAt = new Date() }: Pick<Asking, 'caller' | 'askedAt'>,
  asked: Pick<CallDetailsQuery, 'from' | 'to' | 'period' | 'timeZone'>,
): Span {
  const { from, to, period } = asked
  const hasFromTo = from !== undefined && to !== undefined
  if (hasFromTo === (period !== undefined) || (from === undefined) !== (to === undefined)) {
    throw new AppError('invalid', 'Give a period either by from and to, or by period.', { field: 'from' })
  }
  const { weekStartsOn } = caller.settings
  const now = Temporal.Instant.fromEpochMilliseconds(askedAt.getTime())
  const clock = { now, timeZone: asked.timeZone ?? caller.timeZone, weekStartsOn }
  return resolveReportPeriod(hasFromTo ? { from, to } : (period ?? { relative: 'today' }), clock)
}

async function withCustomerNames(
  db: Db,
  scope: Scope,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const ids = [...new Set(rows.map((row) => String(row['customerId'])))]
  const names = await listCustomerNames(db, scope, ids)
  return rows.map((row) => ({ ...row, customerName: names.get(String(row['customerId'])) ?? '' }))
}

async function withAudibleRecordings(
  db: Db,
  caller: Caller,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const ids = rows.map(({ id }) => String(id))
  const audible = await listAudibleRecordings(db, caller, ids)
  return rows.map((row) => ({ ...row, audibleRecordingId: audible.get(String(row['id'])) ?? null }))
}
