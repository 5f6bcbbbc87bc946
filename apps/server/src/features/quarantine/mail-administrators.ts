import { formatCount, formatCounted } from '@callboard/contract/format'
import { readSettings } from '../../db/settings.ts'
import { buildQuarantineMail, type TemplateParts } from '../email-templates/email-templates.ts'
import type { Mailer } from '../mail/mail.ts'
import * as store from './store.ts'

interface MailingParts extends TemplateParts {
  mailer: Mailer
}

const listedReasons = 10
const countedReasons = 200

/**
 * Mails administrators of what waits, where a setting asks for it and something was added since the last mail. That they
 * were mailed is one transaction with the mails, so that nobody gets one twice.
 */
export async function mailAdministrators(parts: MailingParts): Promise<void> {
  const { db, mailer, publicUrl } = parts
  if ((await readSettings(db)).quarantineMail === 'never') return
  const sources = await store.countSources(db)
  const waiting = sources.reduce((sum, { kept }) => sum + kept, 0)
  const reasons = await store.countReasons(db, countedReasons)
  const listed = reasons.slice(0, listedReasons)
  const readers = await store.selectAdministrators(db)
  await db.transaction().execute(async (transaction) => {
    const added = await store.countAdded(transaction)
    if (added === 0) return
    await store.updateMailed(transaction)
    for (const reader of readers) {
      const mail = await buildQuarantineMail(
        { ...parts, db: transaction },
        {
          reader,
          mail: {
            waiting: formatCounted(waiting, 'row', 'rows'),
            added: formatCount(added),
            reasons: listed.map(({ description: reason, count, sourceSystem: source, customerName }) => ({
              reason,
              rows: formatCounted(count, 'row', 'rows'),
              source,
              customer: customerName,
            })),
            more: formatCount(reasons.length - listed.length),
            link: `${publicUrl}/manage/quarantine`,
          },
        },
      )
      await mailer.enqueue({ recipient: reader.email, ...mail }, { transaction })
    }
  })
  mailer.wake()
}
