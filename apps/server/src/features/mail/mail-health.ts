import { formatCounted } from '@callboard/contract/format'
import { failedLatelyDays } from '@callboard/contract/mails'
import type { Db } from '../../db/tables/schema.ts'
import { findLate, readNumber, waitingMetrics } from '../../db/waiting-rows.ts'
import { type Finding, firstOf, type HealthCheck } from '../../lib/health-check.ts'
import type { Metric } from '../../lib/metric.ts'
import type { Mailer } from './mail.ts'
import { failedMailCount, findMailboxError, waitingMails } from './overview-store.ts'

export function mailMetrics(db: Db): Metric[] {
  return [
    ...waitingMetrics(db, waitingMails),
    {
      name: 'mails_failed',
      help: `Emails of the last ${failedLatelyDays} days that were given up, or may not have arrived.`,
      read: async () => await readNumber(db, failedMailCount),
    },
  ]
}

interface Checked {
  db: Db
  mailer: Mailer
}

export function mailCheck({ db, mailer }: Checked): HealthCheck {
  return {
    key: 'mail',
    title: 'Email',
    async read() {
      if (!(await mailer.hasServer()))
        return {
          state: 'notice',
          message: 'No mail server is set up: emails wait in the outbox.',
          action: 'Add one under Settings.',
          page: '/manage/settings',
        }
      return firstOf(
        [
          await findLate(db, waitingMails, {
            action: 'Look at the mail server. The outbox has the error of the last try.',
            page: '/manage/outbox',
          }),
          await findFailed(db),
          await findUnreadMailbox(db),
        ],
        'Emails are sent as they come.',
      )
    },
  }
}

async function findFailed(db: Db): Promise<Finding | undefined> {
  const failed = await readNumber(db, failedMailCount)
  if (failed === 0) return undefined
  const message = `${formatCounted(failed, 'email')} of the last ${failedLatelyDays} days failed or may not have arrived.`
  return {
    state: 'notice',
    message,
    action: 'The outbox says why, and sends them again.',
    page: '/manage/outbox',
  }
}

async function findUnreadMailbox(db: Db): Promise<Finding | undefined> {
  const found = await findMailboxError(db)
  if (found === null) return undefined
  const message = `The bounce mailbox cannot be read: ${found.error}`
  return { state: 'notice', message, action: 'Correct its address under Settings.', page: '/manage/settings' }
}
