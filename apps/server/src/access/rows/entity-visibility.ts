import { type EntityType, entityTypes } from '@callboard/contract/claims'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Caller, holds } from '../callers/caller.ts'
import { Scope } from './scope.ts'

/** Which entities somebody may see. */
export interface EntityVisibility {
  types: readonly EntityType[]
  scope: Scope
}

/** Covers all types that the caller may view. */
export async function getEntityVisibility(db: Db, caller: Caller): Promise<EntityVisibility> {
  const types = entityTypes.filter((type) => holds(caller, `${type}.view`))
  return { types, scope: await Scope.of(db, caller) }
}

/** Throws `forbidden` unless the caller may view or edit entities of that type. */
export function requireEntityType(caller: Caller, type: EntityType, right: 'view' | 'edit'): void {
  if (!holds(caller, `${type}.${right}`)) throw new AppError('forbidden', "You don't have access to this.")
}

/** Whether entity groups narrow what is visible. */
export function isRestricted({ scope }: EntityVisibility): boolean {
  return scope.restrictions.length > 0
}

/** Throws `forbidden` where entity groups narrow what is visible. `doing` is what the caller cannot do then. */
export function requireUnrestricted(visibility: EntityVisibility, doing: string): void {
  if (isRestricted(visibility))
    throw new AppError('forbidden', `Your access is limited by entity groups. You cannot ${doing}.`)
}

/**
 * The SQL condition under which the table `entity`, joined under that alias, shows a row: the row belongs to a visible
 * customer or to none, and entity groups let it through as they do calls.
 */
export function isVisible(alias: string, { types, scope }: EntityVisibility): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const conditions = [sql<boolean>`true`]
  if (types.length < entityTypes.length) {
    const [only] = types
    conditions.push(
      types.length === 1 ? sql`${column('type')} = ${only}` : sql`${column('type')} = ANY(${[...types]})`,
    )
  }
  if (scope.customerIds !== undefined) {
    const customer = column('customer_id')
    conditions.push(sql`(${customer} IS NULL OR ${customer} = ANY(${[...scope.customerIds]}::uuid[]))`)
  }
  for (const entities of scope.restrictions) {
    conditions.push(sql`EXISTS (
      SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(entities)}::text::jsonb)
          AS let_through (type text, code text, customer_id uuid)
        WHERE let_through.type = ${column('type')} AND let_through.code = ${column('code')}
          AND (let_through.customer_id IS NULL OR let_through.customer_id = ${column('customer_id')}))`)
  }
  return sql`(${sql.join(conditions, sql` AND `)})`
}
