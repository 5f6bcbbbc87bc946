import type { EntityType } from '@callboard/contract/claims'
import { entityAttributeLimit } from '@callboard/contract/entities'
import type { AskedEntity } from './read-row.ts'
import type { EntityToWrite, KnownEntity } from './store.ts'

/** What becomes of a row. */
export interface PlannedRow {
  asked: AskedEntity
  /** Undefined: it is made. */
  known: KnownEntity | undefined
  id: string
  parentId: string | null
  /** Why it is left out. */
  fault?: string
}

export interface PlanContext {
  known: readonly KnownEntity[]
  /** As many as there are rows. */
  newIds: readonly string[]
  /** Parents that stand above the known entities. */
  above: ReadonlyMap<string, string | null>
  mayAdd: boolean
}

/** Name of an entity among all: calls tell them apart by these three. */
function keyOf(type: EntityType, customerId: string | null, code: string): string {
  return `${type} ${customerId ?? '-'} ${code}`
}

/** What each row does; rows that would contradict others, or what is there, have a fault. */
export function planRows(asked: readonly AskedEntity[], context: PlanContext): PlannedRow[] {
  const known = new Map(context.known.map((row) => [keyOf(row.type, row.customer_id, row.code), row]))
  const first = new Map<string, AskedEntity>()
  const plan = asked.map((row, at): PlannedRow => {
    const key = keyOf(row.type, row.customerId, row.code)
    const existing = known.get(key)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    const fault =
      earlier === undefined
        ? rightFault(existing, context)
        : `code: the same entity stands on line ${earlier.line} already.`
    return {
      asked: row,
      known: existing,
      id: existing?.id ?? context.newIds[at] ?? '',
      parentId: existing?.parent_id ?? null,
      ...(fault === undefined ? {} : { fault }),
    }
  })
  findParents(plan, known)
  do refuseBelowRefused(plan)
  while (refuseCircles(plan, context.above))
  return plan
}

function rightFault(existing: KnownEntity | undefined, { mayAdd }: PlanContext): string | undefined {
  if (existing === undefined)
    return mayAdd ? undefined : 'code: your rows are limited by entity groups, so you can add none.'
  return existing.is_seen ? undefined : 'code: there is such an entity, and you may not change it.'
}

/** A parent is one of the file or one that is there, of the row's customer before one of nobody. */
function findParents(plan: readonly PlannedRow[], known: ReadonlyMap<string, KnownEntity>): void {
  const inFile = new Map(
    plan
      .filter(({ fault }) => fault === undefined)
      .map((row) => [keyOf(row.asked.type, row.asked.customerId, row.asked.code), row]),
  )
  for (const row of plan) {
    const { parent, customerId } = row.asked
    if (parent === undefined || row.fault !== undefined) continue
    if (parent === null) {
      row.parentId = null
      continue
    }
    const found = [customerId, null]
      .map((owner) => keyOf(parent.type, owner, parent.code))
      .map((key) => inFile.get(key)?.id ?? seen(known.get(key)))
      .find((id) => id !== undefined)
    if (found === undefined) row.fault = `parent code: there is no ${parent.type} “${parent.code}”.`
    else row.parentId = found
  }
}

function seen(entity: KnownEntity | undefined): string | undefined {
  return entity?.is_seen === true ? entity.id : undefined
}

/** What was to be made and is not cannot be a parent. */
function refuseBelowRefused(plan: readonly PlannedRow[]): void {
  const unmade = new Map(
    plan
      .filter(({ fault, known }) => fault !== undefined && known === undefined)
      .map(({ id, asked }) => [id, asked.line]),
  )
  for (let isMore = true; isMore;) {
    isMore = false
    for (const row of plan) {
      if (row.fault !== undefined || row.parentId === null) continue
      const line = unmade.get(row.parentId)
      if (line === undefined) continue
      row.fault = `parent code: the row of the parent, line ${line}, is rejected.`
      if (row.known === undefined) unmade.set(row.id, row.asked.line)
      isMore = true
    }
  }
}

/** Whether rows were refused because their parents stand below them. */
function refuseCircles(plan: readonly PlannedRow[], above: ReadonlyMap<string, string | null>): boolean {
  const parents = new Map(above)
  const moved = plan.filter(
    ({ fault, known, parentId }) => fault === undefined && known?.parent_id !== parentId,
  )
  for (const { id, parentId } of moved) parents.set(id, parentId)
  const inCircle = moved.filter(({ id }) => isAboveItself(id, parents))
  for (const row of inCircle) row.fault = 'parent code: the entity would stand below itself.'
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

/** The entity as it is to be. */
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

/** Names of what a row changes of an entity that is there. */
export function changedFields(known: KnownEntity, wanted: EntityToWrite): string[] {
  return [
    ...(known.name === wanted.name ? [] : ['name']),
    ...(known.parent_id === wanted.parent_id ? [] : ['parent']),
    ...(known.is_active === wanted.is_active ? [] : ['active']),
    ...(isSame(known.attributes, wanted.attributes) ? [] : ['attributes']),
  ]
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const pairs = Object.entries(one)
  return (
    pairs.length === Object.keys(other).length &&
    pairs.every(([name, text]) => Object.hasOwn(other, name) && other[name] === text)
  )
}

/** What is made, parents before their children. */
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
