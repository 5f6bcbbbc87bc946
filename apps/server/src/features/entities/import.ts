import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type EntityType, entityTypes } from '@callboard/contract/claims'
import {
  entityAttributeLimit,
  type EntityImport,
  type EntityImportResult,
  type EntityImportRow,
} from '@callboard/contract/entities'
import { changeBy } from '../../access/callers/actor.ts'
import { type Caller, holds } from '../../access/callers/caller.ts'
import {
  type EntityVisibility,
  getEntityVisibility,
  isRestricted,
  requireEntityType,
} from '../../access/rows/entity-visibility.ts'
import { lockEntities } from '../../db/records/lock-entities.ts'
import { newIds } from '../../db/records/new-ids.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  changedFields,
  entityToWrite,
  hasTooManyAttributes,
  parentsFirst,
  type PlannedRow,
  planRows,
  warningOf,
} from './import-plan.ts'
import { type AskedEntity, readEntityRow, type RowContext, RowError } from './import-row.ts'
import * as store from './import-store.ts'
import { type EntityTable, readEntityTable } from './import-table.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'

/** Creates and updates entities from a file in one transaction, and returns what became of each row. */
export async function importEntities(
  db: Db,
  caller: Caller,
  asked: EntityImport,
): Promise<EntityImportResult> {
  if (asked.type !== undefined) requireEntityType(caller, asked.type, 'edit')
  const table = readEntityTable(asked.csv)
  if (asked.type === undefined && !table.columns.has('type'))
    throw new AppError('invalid', 'Choose a type, or add a column “type” to the file.', { field: 'type' })
  const visibility = await getEntityVisibility(db, caller)
  const read = await readRows(table, await getContext(db, { caller, visibility, asked }))
  if (asked.isPreview) return resultOf(await planFile(db, visibility, read), { table, read, isPreview: true })
  return await changeBy(db, caller, async (transaction) => {
    await lockEntities(transaction)
    const planned = await planFile(transaction, visibility, read)
    await inPortions(parentsFirst(toWrite(planned, 'create')), async (part) =>
      store.insertEntities(transaction, part),
    )
    await inPortions(toWrite(planned, 'update'), async (part) => store.updateEntities(transaction, part))
    return resultOf(planned, { table, read, isPreview: false })
  })
}

async function getContext(
  db: Db,
  { caller, visibility, asked }: { caller: Caller; visibility: EntityVisibility; asked: EntityImport },
): Promise<RowContext> {
  const customers = await store.selectCustomers(db, visibility.scope.customerIds)
  const customersById = new Map(customers.map((customer) => [customer.id, customer]))
  if (asked.customerId !== undefined && !customersById.has(asked.customerId))
    throw new AppError('invalid', 'There is no such customer.', { field: 'customerId' })
  return {
    type: asked.type,
    customerId: asked.customerId ?? caller.customerId,
    customersByCode: new Map(customers.map((customer) => [customer.code, customer])),
    customersById,
    mayEdit: new Set(entityTypes.filter((type) => holds(caller, `${type}.edit`))),
    isAdmin: caller.isAdmin,
  }
}

interface ReadRows {
  asked: AskedEntity[]
  rejected: EntityImportRow[]
}

// Other requests are served between portions: the embedded database works in the same thread.
const readBatchSize = 1000
const writeBatchSize = 250

async function readRows({ rows }: EntityTable, context: RowContext): Promise<ReadRows> {
  const read: ReadRows = { asked: [], rejected: [] }
  for (const [at, row] of rows.entries()) {
    if (at % readBatchSize === readBatchSize - 1) await yieldToEventLoop()
    try {
      read.asked.push(readEntityRow(row, context))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      const cell = (name: 'type' | 'code' | 'name') => row.cells.get(name) ?? ''
      read.rejected.push({
        line: row.line,
        action: 'rejected',
        type: cell('type') || (context.type ?? ''),
        code: cell('code'),
        name: cell('name'),
        reason: error.message,
      })
    }
  }
  return read
}

/** A row and what it does. */
interface Decided {
  row: PlannedRow
  action: EntityImportRow['action']
  wanted: store.EntityToWrite
  reason?: string
  warning?: string | undefined
}

async function planFile(db: Db, visibility: EntityVisibility, { asked }: ReadRows): Promise<Decided[]> {
  const known = await listKnownEntities(db, visibility, asked)
  const planned = planRows(asked, {
    known,
    newIds: await newIds(db, asked.length),
    above: await store.selectParentsAbove(
      db,
      known.map(({ id }) => id),
    ),
    mayAdd: !isRestricted(visibility),
  })
  return planned.map(decide)
}

/** Existing entities with the codes of the rows or of their parents. */
async function listKnownEntities(
  db: Db,
  visibility: EntityVisibility,
  asked: readonly AskedEntity[],
): Promise<store.KnownEntity[]> {
  const codes = new Map<EntityType, Set<string>>()
  for (const { type, code } of asked.flatMap((row) => [row, row.parent ?? []].flat())) {
    const ofType = codes.get(type) ?? new Set()
    codes.set(type, ofType.add(code))
  }
  const known: store.KnownEntity[] = []
  for (const [type, ofType] of codes)
    known.push(...(await store.selectKnownEntities(db, visibility, { type, codes: [...ofType] })))
  return known
}

function decide(row: PlannedRow): Decided {
  const wanted = entityToWrite(row)
  if (row.error !== undefined) return { row, wanted, action: 'rejected', reason: row.error }
  if (hasTooManyAttributes(wanted))
    return {
      row,
      wanted,
      action: 'rejected',
      reason: `attributes: it would have more than ${entityAttributeLimit}.`,
    }
  if (row.known === undefined) return { row, wanted, action: 'create', warning: warningOf(row) }
  const changed = changedFields(row.known, wanted)
  if (changed.length === 0) return { row, wanted, action: 'unchanged' }
  return { row, wanted, action: 'update', reason: changed.join(', ') }
}

function toWrite(planned: readonly Decided[], action: 'create' | 'update'): store.EntityToWrite[] {
  return planned.flatMap((each) => (each.action === action ? [each.wanted] : []))
}

async function inPortions<T>(all: readonly T[], write: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (const part of inPartsOf(writeBatchSize, all)) {
    await write(part)
    await yieldToEventLoop()
  }
}

function resultOf(
  planned: readonly Decided[],
  { table, read, isPreview }: { table: EntityTable; read: ReadRows; isPreview: boolean },
): EntityImportResult {
  const rows = [
    ...planned.map(({ row: { asked }, action, reason, warning }): EntityImportRow => ({
      line: asked.line,
      action,
      type: asked.type,
      code: asked.code,
      name: asked.name,
      reason,
      warning,
    })),
    ...read.rejected,
    ...table.unreadable.map(({ line, error }): EntityImportRow => ({
      line,
      action: 'rejected',
      type: '',
      code: '',
      name: '',
      reason: error,
    })),
  ].toSorted((one, other) => one.line - other.line)
  const count = (action: EntityImportRow['action']) => rows.filter((row) => row.action === action).length
  return {
    isPreview,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    warned: rows.filter(({ warning }) => warning !== undefined).length,
    rows,
  }
}
