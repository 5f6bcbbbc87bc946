import type { BuiltMail, MailReader, TemplateParts } from './build-mail.ts'
import { buildPortalMail } from './portal-mail.ts'

/** What the mail about rejected rows says, as its template names it. */
interface QuarantineMailValues {
  waiting: string
  added: string
  reasons: readonly Record<'reason' | 'rows' | 'source' | 'customer', string>[]
  more: string
  link: string
}

export async function buildQuarantineMail(
  parts: TemplateParts,
  { reader, mail }: { reader: MailReader; mail: QuarantineMailValues },
): Promise<BuiltMail> {
  return await buildPortalMail(parts, 'quarantine', { reader, values: mail })
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
