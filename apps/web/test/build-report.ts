import {
  type Parameter,
  type Report,
  ReportDefinition,
  type RunReportAnswer,
} from '@callboard/contract/reports'

/** A report of calls in one figure, unless it is said otherwise. */
export function buildReport(values: Partial<Report> = {}): Report {
  return {
    id: '0e000000-0000-7000-8000-000000000002',
    name: 'Calls by source',
    description: '',
    kind: 'summary',
    definition: ReportDefinition.parse({ measures: ['calls'] }),
    parameters: [],
    exportTypes: [],
    exportTypeIds: null,
    isActive: true,
    revision: 1,
    ...values,
  }
}

export function buildParameter(name: Parameter['name'], type: Parameter['type'], value?: unknown): Parameter {
  return { name, label: name, type, multiple: type === 'list', required: false, default: value }
}

type Answered = Partial<Omit<RunReportAnswer, 'meta'>> & { meta?: Partial<RunReportAnswer['meta']> }

/** The answer of a report of October. */
export function buildAnswer({ meta, ...values }: Answered): RunReportAnswer {
  return {
    columns: [],
    rows: [],
    labels: {},
    totals: null,
    ...values,
    meta: {
      reportId: null,
      reportName: 'Calls by source',
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
      timeZone: 'UTC',
      filters: [],
      answerWithinSeconds: 20,
      rowCount: values.rows?.length ?? 0,
      generatedAt: '2026-11-01T00:00:00.000Z',
      elapsedMs: 1,
      ...meta,
    },
  }
}
