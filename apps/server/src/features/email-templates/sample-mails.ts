import type { AlertMailValues, CallBackMailValues, QuarantineMailValues } from './email-templates.ts'

/** With made-up figures, for whoever writes the template. */
export function sampleAlertMail(publicUrl: string): AlertMailValues {
  return {
    alert: {
      name: 'Missed calls of the north',
      condition: 'Missed over 5 in the last 60 minutes',
      threshold: 'over 5',
      filters: 'Location is North',
      link: `${publicUrl}/reports/alerts`,
    },
    figure: { name: 'Missed', value: '7', window: 'in the last 60 minutes', calls: '' },
    owner: { name: 'Ada Byron' },
    checkedAt: 'Mar 10, 2026, 12:00:00, America/Chicago time',
    since: 'Mar 10, 2026, 10:24:00, America/Chicago time',
    test: '',
    callsLink: `${publicUrl}/reports/calldetails`,
    unsubscribeLink: `${publicUrl}/unsubscribe#token=sample`,
  }
}

/** With a made-up caller, for whoever writes the template. */
export function sampleCallBackMail(publicUrl: string): CallBackMailValues {
  return {
    caller: { number: '(212) 555-0147', name: 'Grace Hopper', customer: 'Northside Dental' },
    note: 'Asks for an appointment on Friday.',
    dueAt: 'Mar 10, 2026, 12:00:00, America/Chicago',
    link: `${publicUrl}/reports/callback`,
  }
}

/** With made-up rows, for whoever writes the template. */
export function sampleQuarantineMail(publicUrl: string): QuarantineMailValues {
  return {
    waiting: '1,208 rows',
    added: '37',
    reasons: [
      {
        reason: 'startedAt must be a time such as 2026-11-02T15:04:05Z.',
        rows: '1,180 rows',
        source: 'pbx',
        customer: 'Northside Dental',
      },
      { reason: 'direction is missing.', rows: '28 rows', source: 'api', customer: 'Northside Dental' },
    ],
    more: '0',
    link: `${publicUrl}/manage/quarantine`,
  }
}
