import { emptyGuid } from '@callboard/contract/scalars'
import { entityTypes, type EntityType } from '@callboard/contract/claims'
import type { AskedField } from '@callboard/contract/field-names'
import { type ParameterName, parameterNames, type ValuesName } from '@callboard/contract/reports'
import type { Caller } from '../../../access/callers/caller.ts'
import { requireCallerFields, Scope } from '../../../access/rows/scope.ts'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { selectFieldValues } from '../../../report-engine/plan/parameter-values.ts'
import { parameterKind } from '../../../report-engine/plan/parameters.ts'
import { getField, isFieldName } from '../../../report-engine/sql/fields.ts'
import { findCustomerFields } from '../../attributes/attributes.ts'
import { listCustomerNames } from '../../customers/customers.ts'
import { listOwnEntityGroups } from '../../entity-groups/entity-groups.ts'
import { listCodesByName, listEntityNames } from '../../entities/entities.ts'
import { getRunnableReport } from '../library/reports.ts'

interface ValuesAsked {
  parameter: ValuesName
  /** Of the report. */
  id: string
  keyword?: string | undefined
  page: number
  pagesize: number
}

interface Value {
  value: string
  label: string
}

interface Sources extends StoredCalls {
  db: Db
  caller: Caller
}

/** The values of a parameter to choose from: only those in calls that the caller may see. */
export async function listParameterValues(
  sources: Sources,
  asked: ValuesAsked,
): Promise<{ items: Value[]; total: number }> {
  const { db, caller } = sources
  if (asked.id !== emptyGuid) await getRunnableReport(db, caller, asked.id)
  const scope = await Scope.of(db, caller)
  if (asked.parameter === 'customer') {
    const names = await listCustomerNames(db, scope, undefined)
    return pageOf(
      [...names].map(([value, label]) => ({ value, label })),
      asked,
    )
  }
  if (asked.parameter === 'entityGroup') {
    const groups = await listOwnEntityGroups(db, caller)
    return pageOf(
      groups.map(({ id, name }) => ({ value: id, label: name })),
      asked,
    )
  }
  if (!isParameterName(asked.parameter))
    return await valuesInCalls({ scope, name: asked.parameter }, sources, asked)
  const { closed, field, type } = parameterKind(asked.parameter)
  if (closed !== undefined) {
    return pageOf(
      closed.map((value) => ({ value, label: capitalised(value) })),
      asked,
    )
  }
  if (field === undefined || type !== 'list') return { items: [], total: 0 }
  return await valuesInCalls({ scope, name: field }, sources, asked)
}

function isParameterName(name: ValuesName): name is ParameterName {
  return parameterNames.some((one) => one === name)
}

async function valuesInCalls(
  { scope, name }: { scope: Scope; name: AskedField },
  { db, calls, snapshots, caller }: Sources,
  asked: ValuesAsked,
): Promise<{ items: Value[]; total: number }> {
  requireCallerFields(caller, [name])
  const field = isFieldName(name)
    ? getField(name)
    : (await findCustomerFields({ db, caller, scope }, { columns: [name] })).get(name)
  // None of an attribute that is inactive, of a customer whose calls are not seen, or a number.
  if (field === undefined || !['text', 'tags'].includes(field.storedKind)) return { items: [], total: 0 }
  const type = entityTypes.find((one): one is EntityType => one === name)
  const alsoMatching =
    type === undefined || asked.keyword === undefined
      ? []
      : await listCodesByName(db, scope, { type, keyword: asked.keyword })
  const offset = (asked.page - 1) * asked.pagesize
  const search = { keyword: asked.keyword, offset, limit: asked.pagesize, alsoMatching }
  const { values, total } = await selectFieldValues(scope, field, { calls, snapshots, search })
  const names = type === undefined ? undefined : await listEntityNames(db, scope, { type, codes: values })
  const labelOf = (value: string) => names?.get(value) ?? field.valueLabels?.[value] ?? value
  return { items: values.map((value) => ({ value, label: labelOf(value) })), total }
}

function pageOf(values: readonly Value[], { keyword = '', page, pagesize: pageSize }: ValuesAsked) {
  const wanted = keyword.toLowerCase()
  const matching = values.filter(({ label }) => label.toLowerCase().includes(wanted))
  return { items: matching.slice((page - 1) * pageSize, page * pageSize), total: matching.length }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ')
}
