import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EntityType, entityTypes } from '@callboard/contract/claims'
import type { EntityImportResult, EntityImportRow } from '@callboard/contract/entities'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import { type Caller, holds } from '../../access/caller.ts'
import {
  type EntitySight,
  entitySightOf,
  isRestricted,
  requireEntityType,
} from '../../access/entity-sight.ts'
import { change } from '../../db/change.ts'
import { lockEntities } from '../../db/lock-entities.ts'
import { newIds } from '../../db/new-ids.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  changedFields,
  entityToWrite,
  hasTooManyAttributes,
  parentsFirst,
  type PlannedRow,
  planRows,
} from './plan.ts'
import { type AskedEntity, readEntityRow, type RowContext, RowFault } from './read-row.ts'
import { type EntityTable, readEntityTable } from './read-table.ts'
import {
  type EntityToWrite,
  insertEntities,
  type KnownEntity,
  listCustomers,
  listKnownEntities,
  listParentsAbove,
  updateEntities,
} from './store.ts'

export interface EntityImport {
  /** Of rows without one. */
  type: EntityType | undefined
  customerId: string | undefined
  csv: string
  isPreview: boolean
}

/** Makes and changes entities as a file says, in one transaction; tells of each row what became of it. */
export async function importEntityFile(
  db: Kysely<Database>,
  caller: Caller,
  asked: EntityImport,
): Promise<EntityImportResult> {
  if (asked.type !== undefined) requireEntityType(caller, asked.type, 'edit')
  const actor = actorOf(caller)
  const table = readEntityTable(asked.csv)
  if (asked.type === undefined && !table.columns.has('type'))
    throw new AppError('invalid', 'Name a type, or give the file a column “type”.', { field: 'type' })
  const sight = await entitySightOf(db, caller)
  const read = await readRows(table, await contextOf(db, { caller, sight, asked }))
  if (asked.isPreview) return resultOf(await planFile(db, sight, read), { table, read, isPreview: true })
  return await change(db, actor, async (transaction) => {
    await lockEntities(transaction)
    const planned = await planFile(transaction, sight, read)
    await inPortions(parentsFirst(toWrite(planned, 'create')), async (part) =>
      insertEntities(transaction, part),
    )
    await inPortions(toWrite(planned, 'update'), async (part) => updateEntities(transaction, part))
    return resultOf(planned, { table, read, isPreview: false })
  })
}

async function contextOf(
  db: Kysely<Database>,
  { caller, sight, asked }: { caller: Caller; sight: EntitySight; asked: EntityImport },
): Promise<RowContext> {
  const customers = await listCustomers(db, sight.scope.customerIds)
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
  refused: EntityImportRow[]
}

// Between portions others are served; in process, the database works in the same thread.
const portion = 1000
const writtenAtOnce = 250

async function readRows({ rows }: EntityTable, context: RowContext): Promise<ReadRows> {
  const read: ReadRows = { asked: [], refused: [] }
  for (const [at, row] of rows.entries()) {
    if (at % portion === portion - 1) await nextTurn()
    try {
      read.asked.push(readEntityRow(row, context))
    } catch (error) {
      if (!(error instanceof RowFault)) throw error
      const cell = (name: 'type' | 'code' | 'name') => row.cells.get(name) ?? ''
      read.refused.push({
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

/** A row with what it does. */
interface Decided {
  row: PlannedRow
  action: EntityImportRow['action']
  wanted: EntityToWrite
  reason?: string
}

async function planFile(db: Kysely<Database>, sight: EntitySight, { asked }: ReadRows): Promise<Decided[]> {
  const known = await knownEntities(db, sight, asked)
  const planned = planRows(asked, {
    known,
    newIds: await newIds(db, asked.length),
    above: await listParentsAbove(
      db,
      known.map(({ id }) => id),
    ),
    mayAdd: !isRestricted(sight),
  })
  return planned.map(decide)
}

/** Those that rows or their parents are named like. */
async function knownEntities(
  db: Kysely<Database>,
  sight: EntitySight,
  asked: readonly AskedEntity[],
): Promise<KnownEntity[]> {
  const codes = new Map<EntityType, Set<string>>()
  for (const { type, code } of asked.flatMap((row) => [row, row.parent ?? []].flat())) {
    const ofType = codes.get(type) ?? new Set()
    codes.set(type, ofType.add(code))
  }
  const known: KnownEntity[] = []
  for (const [type, ofType] of codes)
    known.push(...(await listKnownEntities(db, sight, { type, codes: [...ofType] })))
  return known
}

function decide(row: PlannedRow): Decided {
  const wanted = entityToWrite(row)
  if (row.fault !== undefined) return { row, wanted, action: 'rejected', reason: row.fault }
  if (hasTooManyAttributes(wanted))
    return { row, wanted, action: 'rejected', reason: 'attributes: it would have more than 50.' }
  if (row.known === undefined) return { row, wanted, action: 'create' }
  const changed = changedFields(row.known, wanted)
  if (changed.length === 0) return { row, wanted, action: 'unchanged' }
  return { row, wanted, action: 'update', reason: changed.join(', ') }
}

function toWrite(planned: readonly Decided[], action: 'create' | 'update'): EntityToWrite[] {
  return planned.flatMap((each) => (each.action === action ? [each.wanted] : []))
}

async function inPortions<T>(all: readonly T[], write: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += writtenAtOnce) {
    await write(all.slice(from, from + writtenAtOnce))
    await nextTurn()
  }
}

function resultOf(
  planned: readonly Decided[],
  { table, read, isPreview }: { table: EntityTable; read: ReadRows; isPreview: boolean },
): EntityImportResult {
  const rows = [
    ...planned.map(({ row: { asked }, action, reason }): EntityImportRow => ({
      line: asked.line,
      action,
      type: asked.type,
      code: asked.code,
      name: asked.name,
      ...(reason === undefined ? {} : { reason }),
    })),
    ...read.refused,
    ...table.unreadable.map(({ line, fault }): EntityImportRow => ({
      line,
      action: 'rejected',
      type: '',
      code: '',
      name: '',
      reason: fault,
    })),
  ].toSorted((one, other) => one.line - other.line)
  const count = (action: EntityImportRow['action']) => rows.filter((row) => row.action === action).length
  return {
    isPreview,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    rows,
  }
}
