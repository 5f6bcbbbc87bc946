import type { Body, Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/sending'
import { findCallerOfUser } from '../../access/callers/caller-of-user.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import { withRightsOfBoth } from '../../access/view-as.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { prepareDeliveredReport } from '../reports/running/delivered-report.ts'
import { previewMail, type PreviewParts } from '../subscriptions/preview-mail.ts'
import { requireRecipients, type SubscriptionParts } from '../subscriptions/subscriptions.ts'
import { asIfSaved } from './saved-to-send.ts'

/**
 * The mail that somebody would get, of the calls that they and the caller may both see: what is theirs alone is nobody else's to
 * see. Throws as saving and running the report would, and `invalid` for somebody to whom the caller may not send.
 */
export async function previewSending(
  { mailer, ...parts }: PreviewParts & Pick<SubscriptionParts, 'mailer'>,
  caller: Caller,
  { report, recipient, subject, emailTemplateId }: Body<typeof endpoints.previewSending>,
): Promise<Output<typeof endpoints.previewSending>> {
  const { db } = parts
  const { settings, timeZone } = caller
  const sender = settings.mailFrom ?? mailer.defaultFrom
  const context = { owner: caller, settings, sender, before: [] }
  await requireRecipients(db, [recipient], context)
  const userId = 'userId' in recipient ? recipient.userId : null
  const { reader, seesMore } = await findReader(db, caller, userId)
  const askedAt = new Date()
  const delivered = await asIfSaved(db, caller, {
    report,
    read: async (transaction, saved) =>
      await prepareDeliveredReport(
        { db: transaction, caller: reader, askedAt },
        { savedReportId: saved.id, timeZone },
      ).catch(refusal),
  })
  const mail = await previewMail(parts, {
    caller: reader,
    report: delivered,
    ownerId: caller.userId,
    userId,
    email: 'email' in recipient ? recipient.email : '',
    subject,
    emailTemplateId,
  })
  return { ...mail, seesMore }
}

/** Whose rows are shown: of a user those of both, of an address outside the caller's, as it will get them. */
async function findReader(
  db: Db,
  caller: Caller,
  userId: string | null,
): Promise<{ reader: Caller; seesMore: boolean }> {
  if (userId === null || userId === caller.userId) return { reader: caller, seesMore: false }
  const user = await findCallerOfUser(db, userId, { id: caller.requestId, log: caller.log })
  if (user === undefined) throw new AppError('invalid', 'They may not sign in.', { field: 'recipient' })
  const reader = withRightsOfBoth(caller, user)
  const [shown, own] = await Promise.all([Scope.of(db, reader), Scope.ofPerson(db, user)])
  return { reader, seesMore: shown.fingerprint !== own.fingerprint }
}

/** What a reader may not is no lack of rights of the caller's. */
function refusal(error: unknown): never {
  const isRefused = error instanceof AppError && (error.code === 'forbidden' || error.code === 'notFound')
  if (!isRefused) throw error
  throw new AppError('invalid', 'They would receive nothing for this report.', {
    field: 'recipient',
    cause: error,
  })
}
