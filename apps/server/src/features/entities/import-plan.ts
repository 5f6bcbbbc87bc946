import { isDeepStrictEqual } from 'node:util'
import type { EntityType } from '@callboard/contract/claims'
import { entityAttributeLimit } from '@callboard/contract/entities'
import { formatCount } from '@callboard/contract/format'
import type { AskedEntity } from './import-row.ts'
import type { EntityToWrite, KnownEntity } from './import-store.ts'

/** What becomes of a row. */
export interface PlannedRow {
  asked: AskedEntity
  /** Undefined: the row creates it. */
  known: KnownEntity | undefined
  /** Visible entities with the same code, of other customers or of none. */
  namesakes: readonly KnownEntity[]
  id: string
  parentId: string | null
  /** Why the row is rejected. */
  error?: string | undefined
}

export interface PlanContext {
  known: readonly KnownEntity[]
  /** One for each row. */
  newIds: readonly string[]
  /** Parents of the known entities and of their ancestors, by id. */
  above: ReadonlyMap<string, string | null>
  mayAdd: boolean
}

/** Calls tell entities apart by these three. */
function keyOf(type: EntityType, customerId: string | null, code: string): string {
  return `${type} ${customerId ?? '-'} ${code}`
}

/** Plans what each row does; rows that contradict others, or what exists, get an error. */
export function planRows(asked: readonly AskedEntity[], context: PlanContext): PlannedRow[] {
  const known = new Map(context.known.map((row) => [keyOf(row.type, row.customer_id, row.code), row]))
  const visible = context.known.filter((row) => row.is_visible)
  const byCode = Map.groupBy(visible, ({ type, code }) => `${type} ${code}`)
  const first = new Map<string, AskedEntity>()
  const plan = asked.map((row, at): PlannedRow => {
    const key = keyOf(row.type, row.customerId, row.code)
    const existing = known.get(key)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    const error =
      earlier === undefined
        ? rightError(existing, context)
        : `code: the same entity is already on line ${earlier.line}.`
    return {
      asked: row,
      known: existing,
      namesakes: existing === undefined ? (byCode.get(`${row.type} ${row.code}`) ?? []) : [],
      id: existing?.id ?? context.newIds[at] ?? '',
      parentId: existing?.parent_id ?? null,
      error,
    }
  })
  findParents(plan, known)
  do rejectBelowRejected(plan)
  while (rejectCircles(plan, context.above))
  return plan
}

/** Said of a row that creates an entity whose code is known already, but not at its customer. */
export function warningOf({ asked: { code }, namesakes }: PlannedRow): string | undefined {
  if (namesakes.length === 0) return undefined
  const [first, ...others] = namesakes.flatMap(({ customer_name }) => customer_name ?? [])
  const isShared = namesakes.some(({ customer_id }) => customer_id === null)
  const more = others.length === 0 ? '' : ` and ${formatCount(others.length)} more`
  const where = [
    ...(isShared ? ['without a customer'] : []),
    ...(first === undefined ? [] : [`at ${first}${more}`]),
  ]
  return `code: “${code}” is new here, but known ${where.join(' and ')}. Check the customer in this row.`
}

function rightError(existing: KnownEntity | undefined, { mayAdd }: PlanContext): string | undefined {
  if (existing === undefined)
    return mayAdd ? undefined : 'code: your access is limited by entity groups, so you cannot add entities.'
  return existing.is_visible ? undefined : 'code: this entity exists, but you are not allowed to change it.'
}

/** A parent is in the file or exists already; one of the row's customer comes before one of no customer. */
function findParents(plan: readonly PlannedRow[], known: ReadonlyMap<string, KnownEntity>): void {
  const inFile = new Map(
    plan
      .filter(({ error }) => error === undefined)
      .map((row) => [keyOf(row.asked.type, row.asked.customerId, row.asked.code), row]),
  )
  for (const row of plan) {
    const { parent, customerId } = row.asked
    if (parent === undefined || row.error !== undefined) continue
    if (parent === null) {
      row.parentId = null
      continue
    }
    const found = [customerId, null]
      .map((owner) => keyOf(parent.type, owner, parent.code))
      .map((key) => inFile.get(key)?.id ?? visibleId(known.get(key)))
      .find((id) => id !== undefined)
    if (found === undefined) row.error = `parent code: there is no ${parent.type} “${parent.code}”.`
    else row.parentId = found
  }
}

function visibleId(entity: KnownEntity | undefined): string | undefined {
  return entity?.is_visible === true ? entity.id : undefined
}

/** A row that was to create an entity and is rejected cannot be a parent. */
function rejectBelowRejected(plan: readonly PlannedRow[]): void {
  const missing = new Map(
    plan
      .filter(({ error, known }) => error !== undefined && known === undefined)
      .map(({ id, asked }) => [id, asked.line]),
  )
  for (let isMore = true; isMore;) {
    isMore = false
    for (const row of plan) {
      if (row.error !== undefined || row.parentId === null) continue
      const line = missing.get(row.parentId)
      if (line === undefined) continue
      row.error = `parent code: the row of the parent, line ${line}, is rejected.`
      if (row.known === undefined) missing.set(row.id, row.asked.line)
      isMore = true
    }
  }
}

/** Rejects rows whose parents are below them, and returns whether there were any. */
function rejectCircles(plan: readonly PlannedRow[], above: ReadonlyMap<string, string | null>): boolean {
  const parents = new Map(above)
  const moved = plan.filter(
    ({ error, known, parentId }) => error === undefined && known?.parent_id !== parentId,
  )
  for (const { id, parentId } of moved) parents.set(id, parentId)
  const inCircle = moved.filter(({ id }) => isAboveItself(id, parents))
  for (const row of inCircle) row.error = 'parent code: the entity would be below itself.'
  return inCircle.length > 0
}

function isAboveItself(id: string, parents: ReadonlyMap<string, string | null>): boolean {
  const passed = new Set<string>()
  for (let at = parents.get(id); at !== undefined && at !== null; at = parents.get(at)) {
    if (at === id) return true
    if (passed.has(at)) return false
    passed.add(at)
  }
  return false
}

/** The entity as the row wants it. */
export function entityToWrite({ asked, known, id, parentId }: PlannedRow): EntityToWrite {
  const attributes = new Map(Object.entries(known?.attributes ?? {}))
  for (const [name, text] of asked.attributes ?? []) {
    if (text === '') attributes.delete(name)
    else attributes.set(name, text)
  }
  return {
    id,
    type: asked.type,
    code: asked.code,
    name: asked.name,
    customer_id: asked.customerId,
    parent_id: parentId,
    attributes: Object.fromEntries(attributes),
    is_active: asked.isActive ?? known?.is_active ?? true,
  }
}

export function hasTooManyAttributes({ attributes }: EntityToWrite): boolean {
  return Object.keys(attributes).length > entityAttributeLimit
}

/** Names of the fields that a row changes of an existing entity. */
export function changedFields(known: KnownEntity, wanted: EntityToWrite): string[] {
  return [
    ...(known.name === wanted.name ? [] : ['name']),
    ...(known.parent_id === wanted.parent_id ? [] : ['parent']),
    ...(known.is_active === wanted.is_active ? [] : ['active']),
    ...(isDeepStrictEqual(known.attributes, wanted.attributes) ? [] : ['attributes']),
  ]
}

/** Orders new entities so that parents come before their children. */
export function parentsFirst(entities: readonly EntityToWrite[]): EntityToWrite[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  const placed = new Set<string>()
  const ordered: EntityToWrite[] = []
  for (const entity of entities) {
    const waiting: EntityToWrite[] = []
    for (
      let at: EntityToWrite | undefined = entity;
      at !== undefined && !placed.has(at.id);
      at = byId.get(at.parent_id ?? '')
    ) {
      placed.add(at.id)
      waiting.push(at)
    }
    ordered.push(...waiting.toReversed())
  }
  return ordered
}
