import type { RunReportAnswer } from '@callboard/contract/reports'
import { buildMailTable } from '../../report-engine/mails/mail-table.ts'
import type { ReportMail } from './email-templates.ts'

/** A mail of a subscription with made-up figures, for whoever writes its template. */
export function sampleReportMail(publicUrl: string): ReportMail {
  return {
    report: {
      name: 'Calls by source',
      period: 'Mar 1 – Mar 31, 2026',
      timeZone: 'America/Chicago',
      compared: 'Feb 1 – Feb 28, 2026',
      filters: 'Status is Answered',
      rows: '3 rows',
      notes: '',
    },
    subscription: { name: 'Every Monday', schedule: 'Every Monday at 08:00, America/Chicago time' },
    owner: { name: 'Ada Byron' },
    link: `${publicUrl}/reports`,
    unsubscribeLink: `${publicUrl}/unsubscribe#token=sample`,
    blocks: {
      chart: {
        html: '<p style="margin:20px 0 0;padding:48px 8px;border:1px dashed;text-align:center">The chart of the report</p>',
        text: 'Chart of Calls by source: calls, 3 rows. Most at Google Ads: 128.',
      },
      table: buildMailTable(sampleAnswer),
      files: {
        html: '<p style="margin:20px 0 0;font-size:14px">Attached: Calls by source 2026-03-01 to 2026-03-31.csv (0.1 MB)</p>',
        text: 'Attached: Calls by source 2026-03-01 to 2026-03-31.csv (0.1 MB)',
      },
    },
  }
}

const sampleAnswer: RunReportAnswer = {
  columns: [
    { name: 'source', label: 'Source', type: 'text', role: 'dimension' },
    {
      name: 'calls',
      label: 'Calls',
      type: 'integer',
      role: 'measure',
      measure: 'calls',
      view: 'figure',
      change: 'percent',
    },
  ],
  rows: [
    ['Google Ads', 128],
    ['Radio', 46],
    [null, 20],
  ],
  labels: {},
  totals: [null, 194],
  comparison: {
    kind: 'previousPeriod',
    matchWeekdays: false,
    from: '2026-02-01T06:00:00.000Z',
    to: '2026-03-01T06:00:00.000Z',
    rows: [
      [null, 100],
      [null, 50],
      [null, 20],
    ],
    totals: [null, 170],
  },
  meta: {
    reportId: null,
    reportName: 'Calls by source',
    from: '2026-03-01T06:00:00.000Z',
    to: '2026-04-01T05:00:00.000Z',
    timeZone: 'America/Chicago',
    filters: [],
    answerWithinSeconds: 20,
    rowCount: 3,
    generatedAt: '2026-04-01T13:00:00.000Z',
    elapsedMs: 0,
  },
}
