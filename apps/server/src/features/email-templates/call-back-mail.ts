import type { BuiltMail, MailReader, TemplateParts } from './build-mail.ts'
import { buildPortalMail } from './portal-mail.ts'

/** What the mail of a reminder says, as its template names it. */
export interface CallBackMailValues {
  caller: Record<'number' | 'name' | 'customer', string>
  note: string
  dueAt: string
  link: string
}

export async function buildCallBackMail(
  parts: TemplateParts,
  { reader, mail }: { reader: MailReader; mail: CallBackMailValues },
): Promise<BuiltMail> {
  return await buildPortalMail(parts, 'callBackReminder', { reader, values: mail })
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
