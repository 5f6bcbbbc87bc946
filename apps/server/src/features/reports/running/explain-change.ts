import type { ChangeExplanation, ExplainChange } from '@callboard/contract/change-explanation'
import { groupedFields } from '@callboard/contract/field-names'
import { restsOnNumbers } from '@callboard/contract/measures'
import { viewsOf } from '@callboard/contract/report-columns'
import { maySeeField, requireCallerFields, type Scope } from '../../../access/rows/scope.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError } from '../../../lib/app-error.ts'
import {
  explainChange as explain,
  type ExplainedDimension,
} from '../../../report-engine/explanations/explain-change.ts'
import { explainedPeriods } from '../../../report-engine/explanations/explained-periods.ts'
import type { Measure } from '../../../report-engine/sql/measures.ts'
import { isoInstant } from '../../../report-engine/plan/period.ts'
import { buildPlan, type Plan } from '../../../report-engine/plan/plan.ts'
import { getField, noCustomerFields } from '../../../report-engine/sql/fields.ts'
import { columnsOf, fieldColumn } from '../../../report-engine/summary/result-rows.ts'
import { prepareRun } from './prepare-run.ts'
import { namesOf } from './run-report.ts'
import type { Running } from './running.ts'

/** What made a figure of a report change since the earlier period, in the calls and by the dimensions that the caller may see. */
export async function explainChange(
  running: Omit<Running, 'accept'>,
  { measure: name, currency, within, bucket, ...asked }: ExplainChange,
): Promise<ChangeExplanation> {
  const startedAt = performance.now()
  const { db, caller, calls, snapshots, signal } = running
  const { report, scope, input, itemId } = await prepareRun({ db, caller }, asked, () =>
    requireCallerFields(
      caller,
      within.map(({ field }) => field),
    ),
  )
  const plan = buildPlan({ ...input, filters: [...input.filters, ...within] })
  if (itemId !== undefined && !report.isDashboardPart) running.lastRuns.note(caller, itemId)
  const measure = measureIn(plan, name)
  const periods = explainedPeriods(plan, bucket)
  const fields = groupedFields.filter((field) => maySeeField(caller, field))
  const explained = await snapshots.read(
    { signal },
    async ({ at, signal: ended }) =>
      await explain(
        scope,
        { plan, measure, currency, fields, ...periods },
        { calls, snapshots, at, signal: ended },
      ),
  )
  const { dimensions, ...change } = explained
  const { terms } = input
  return {
    ...change,
    column: columnOf(plan, measure),
    dimensions: dimensions.map(({ field, ...dimension }) => ({
      column: fieldColumn(field, getField(field)),
      ...dimension,
    })),
    labels: await labelsOf(db, scope, dimensions),
    meta: {
      reportId: report.id,
      reportName: report.name,
      from: isoInstant(periods.now.from),
      to: isoInstant(periods.now.to),
      earlier: {
        from: isoInstant(periods.earlier.from),
        to: isoInstant(periods.earlier.to),
        matchWeekdays: plan.comparison?.matchWeekdays ?? false,
      },
      timeZone: plan.span.from.timeZoneId,
      filters: [...plan.filters],
      answerWithinSeconds: terms.answerWithinSeconds,
      generatedAt: terms.generatedAt,
      elapsedMs: Math.round((performance.now() - startedAt) * 10) / 10,
    },
  }
}

function measureIn({ measures }: Plan, name: ExplainChange['measure']): Measure {
  const measure = measures.find((one) => one.name === name)
  if (measure === undefined) {
    throw new AppError('unknownReportField', `The report has no ${name}.`, { field: 'measure' })
  }
  if (restsOnNumbers(name))
    throw new AppError(
      'invalid',
      `${measure.label} rests on what numbers cost, which calls do not explain.`,
      {
        field: 'measure',
      },
    )
  if (viewsOf(name).includes('change')) return measure
  throw new AppError('invalid', `${measure.label} has no earlier figure to compare with.`, {
    field: 'measure',
  })
}

function columnOf({ measures }: Plan, measure: Measure): ChangeExplanation['column'] {
  const columns = [{ name: measure.name, measure: measures.indexOf(measure), view: 'figure' as const }]
  const [column] = columnsOf({
    dimensions: [],
    measures,
    columns,
    pivotColumns: [],
    customerFields: noCustomerFields,
  })
  if (column === undefined) throw new Error(`There is no column of ${measure.name}.`)
  return column
}

/** The names of the values that are ids or codes, by field. */
async function labelsOf(
  db: Db,
  scope: Scope,
  dimensions: readonly ExplainedDimension[],
): Promise<ChangeExplanation['labels']> {
  const named = await Promise.all(
    dimensions.map(async ({ field, values }) => {
      const codes = values.map(({ value }) => value).filter((value) => typeof value === 'string')
      const names = await namesOf(db, scope, { column: field, values: codes })
      return names === undefined ? [] : [[field, Object.fromEntries(names)] as const]
    }),
  )
  return Object.fromEntries(named.flat())
}
