import { type CodedField, codedFields, type MergedType } from '@callboard/contract/merged-types'
import { sql } from 'kysely'
import type { Db } from './tables/schema.ts'

/** The codes of merged entities of a customer. */
export class MergedCodes {
  readonly #byType: ReadonlyMap<string, ReadonlyMap<string, string>>

  constructor(merged: readonly { type: string; code: string; into: string }[]) {
    const byType = Map.groupBy(merged, ({ type }) => type)
    this.#byType = new Map(
      Array.from(byType, ([type, own]) => [type, new Map(own.map(({ code, into }) => [code, into]))]),
    )
  }

  get isEmpty(): boolean {
    return this.#byType.size === 0
  }

  /** The code that calls get in the place of this one, which may be the same. */
  resolve(type: MergedType, code: string): string {
    const codes = this.#byType.get(type)
    let [current, left] = [code, codes?.size ?? 0]
    // What one was merged into may have been merged since.
    for (let next = codes?.get(code); next !== undefined && left > 0; left -= 1) {
      current = next
      next = codes?.get(next)
    }
    return current
  }

  /** Each merged code of a type with the one that calls get. */
  pairs(type: MergedType): { from: string[]; into: string[] } {
    const from = [...(this.#byType.get(type)?.keys() ?? [])]
    return { from, into: from.map((code) => this.resolve(type, code)) }
  }
}

export const noMergedCodes = new MergedCodes([])

/** With the codes that calls get. */
export function withMergedCodes<V extends Record<CodedField, string>>(values: V, codes: MergedCodes): V {
  if (codes.isEmpty) return values
  const resolved = codedFields.map((field) => [field, codes.resolve(field, values[field])] as const)
  return { ...values, ...Object.fromEntries(resolved) }
}

/** By customer, of these or of all; those without any are left out. */
export async function selectMergedCodes(
  db: Db,
  customerIds: readonly string[] | undefined,
): Promise<Map<string, MergedCodes>> {
  const rows = await db
    .selectFrom('entity')
    .innerJoin('entity as other', 'other.id', 'entity.merged_into_id')
    .$if(customerIds !== undefined, (all) =>
      all.where('entity.customer_id', '=', sql<string>`ANY(${[...(customerIds ?? [])]}::uuid[])`),
    )
    .select(['entity.customer_id as customerId', 'entity.type', 'entity.code', 'other.code as into'])
    .execute()
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId ?? '')
  return new Map(Array.from(byCustomer, ([id, merged]) => [id, new MergedCodes(merged)]))
}

export async function selectMergedCodesOf(db: Db, customerId: string): Promise<MergedCodes> {
  return (await selectMergedCodes(db, [customerId])).get(customerId) ?? noMergedCodes
}

/** Codes of one type whose calls are to be looked at once more. */
export interface Recoding {
  id: string
  type: MergedType
  codes: readonly string[]
}

/** The next one of a customer. */
export async function selectRecoding(db: Db, customerId: string): Promise<Recoding | undefined> {
  return await db
    .selectFrom('recoding')
    .where('customer_id', '=', customerId)
    .where('is_done', '=', false)
    .orderBy('id')
    .limit(1)
    .select(['id', 'type', 'codes'])
    .executeTakeFirst()
}

/** Notes that all calls have the code that they are to have, by the change of calls that did it. */
export async function updateRecoded(db: Db, { id }: Recoding, changeNumber: number | null): Promise<void> {
  await db
    .updateTable('recoding')
    .set({ is_done: true, ...(changeNumber !== null && { change_number: changeNumber }) })
    .where('id', '=', id)
    .execute()
}
