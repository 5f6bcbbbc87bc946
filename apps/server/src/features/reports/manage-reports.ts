import { isDeepStrictEqual } from 'node:util'
import { allExtensions, exportTypes } from '@callboard/contract/export-types'
import type { Body, Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/manage-reports'
import type { Report } from '@callboard/contract/reports'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { parameterKind } from '../../report-engine/plan/parameters.ts'
import { setSetsOfReport } from '../report-sets/report-sets.ts'
import { requireRunnable } from './running/prepare-run.ts'
import { getReport, parseDefinition, parseParameters } from './library/reports.ts'
import * as store from './library/store.ts'

/** Throws what running it would, `invalid` for an unknown set or export type. */
export async function createReport(
  db: Db,
  caller: Caller,
  body: Body<typeof endpoints.createReport>,
): Promise<Report> {
  const { setIds, exportTypeIds, definition, parameters, ...values } = body
  return await changeBy(db, caller, async (transaction) => {
    await requireRunnable({ db: transaction, caller }, body)
    const id = await insertRecord(transaction, 'report', {
      ...values,
      definition: JSON.stringify(definition),
      parameters: storedUses(parameters),
      exportTypes: extensionsOf(exportTypeIds),
    })
    await setSetsOfReport(transaction, id, setIds)
    return await getReport(transaction, caller, { id })
  })
}

/** Throws the same, `notFound`, `revisionConflict`, and `conflict` for a part of the dashboard. */
export async function updateReport(
  db: Db,
  caller: Caller,
  { id, revision, setIds, exportTypeIds, ...given }: Body<typeof endpoints.updateReport>,
): Promise<Report> {
  const { definition, parameters, ...values } = given
  return await changeBy(db, caller, async (transaction) => {
    const stored = await lockOwnReport(transaction, id)
    if (definition !== undefined || parameters !== undefined || given.kind !== undefined) {
      await requireRunnable(
        { db: transaction, caller },
        {
          kind: given.kind ?? stored.kind,
          definition: definition ?? parseDefinition(stored.definition),
          parameters: parameters ?? parseParameters(stored.parameters),
        },
      )
    }
    await updateRecord(transaction, 'report', {
      id,
      revision,
      values: {
        ...values,
        ...(definition !== undefined && { definition: JSON.stringify(definition) }),
        ...(parameters !== undefined && { parameters: storedUses(parameters) }),
        ...(exportTypeIds !== undefined && { exportTypes: extensionsOf(exportTypeIds) }),
      },
    })
    if (setIds !== undefined) await setSetsOfReport(transaction, id, setIds)
    return await getReport(transaction, caller, { id })
  })
}

/** Without defaults that are the usual ones: they are answered, so that whoever saves a report as it was read sends them. */
function storedUses(uses: readonly endpoints.ParameterUse[]): string {
  return JSON.stringify(
    uses.map(({ default: value, ...use }) =>
      isDeepStrictEqual(value, parameterKind(use.name).default) ? use : { ...use, default: value },
    ),
  )
}

/** A report that administrators may change: the dashboard knows the columns of its parts. */
async function lockOwnReport(transaction: Transaction, id: string) {
  const report = orNotFound(await store.lockReport(transaction, id))
  if (!report.is_dashboard_part) return report
  throw new AppError('conflict', 'Built-in dashboard parts cannot be changed. Make a copy and change that.')
}

/** JSON is left out, as it is always allowed. Throws `invalid` for an unknown id. */
function extensionsOf(exportTypeIds: readonly string[] | null): string[] | null {
  if (exportTypeIds === null) return null
  const unknown = exportTypeIds.find((id) => exportTypes.every((type) => type.id !== id))
  if (unknown !== undefined)
    throw new AppError('invalid', `There is no export type ${unknown}.`, { field: 'exportTypeIds' })
  return filesOf(exportTypes.filter(({ id }) => exportTypeIds.includes(id)).map(({ extension }) => extension))
}

function filesOf(extensions: readonly string[]): string[] {
  return extensions.filter((extension) => extension !== 'json')
}

/** Throws `notFound`. */
export async function getReportUses(db: Db, id: string): Promise<Output<typeof endpoints.getReportUses>> {
  orNotFound(await store.selectReport(db, id))
  return await store.countUsesOfReport(db, id)
}

interface ExportTypeOfReport {
  exportTypeId: string
  reportId: string
}

/** One that is allowed already stays so. Throws `notFound` for an unknown export type or report. */
export async function addReportExportType(
  db: Db,
  caller: Caller,
  { exportTypeId, reportId }: ExportTypeOfReport,
): Promise<undefined> {
  const extension = extensionOf(exportTypeId)
  await changeBy(db, caller, async (transaction) => {
    const { export_types: allowed } = await lockOwnReport(transaction, reportId)
    if (allowed === null || extension === 'json' || allowed.includes(extension)) return
    await updateRecord(transaction, 'report', {
      id: reportId,
      values: { exportTypes: [...allowed, extension] },
    })
  })
}

/** Throws `notFound` when it is not allowed, and `conflict` for JSON, which always is. */
export async function removeReportExportType(
  db: Db,
  caller: Caller,
  { exportTypeId, reportId }: ExportTypeOfReport,
): Promise<undefined> {
  const extension = extensionOf(exportTypeId)
  await changeBy(db, caller, async (transaction) => {
    const { export_types: stored } = await lockOwnReport(transaction, reportId)
    if (extension === 'json') throw new AppError('conflict', 'JSON is always allowed.')
    const allowed = stored ?? filesOf(allExtensions)
    if (!allowed.includes(extension)) throw notFound()
    await updateRecord(transaction, 'report', {
      id: reportId,
      values: { exportTypes: allowed.filter((one) => one !== extension) },
    })
  })
}

function extensionOf(exportTypeId: string): string {
  return orNotFound(exportTypes.find(({ id }) => id === exportTypeId)).extension
}
