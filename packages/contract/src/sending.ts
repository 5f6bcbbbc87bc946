import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { lineOf, RecordName } from './names.ts'
import { dashboardReports } from './reports.ts'
import { createSavedReport } from './saved-reports.ts'
import { Guid } from './scalars.ts'
import { ScheduleInput } from './schedule.ts'
import { maxRecipients, RecipientInput, Subscription, SubscriptionCondition } from './subscriptions.ts'

/** One that is saved, or a report with what is to be saved of it, as `savereport` takes it. */
export const ReportToSend = z.union([
  z.strictObject({
    savedReportId: Guid,
    /** Shares it on the way; as it is unless given. For its owner and admins. */
    sharedWithGroupId: Guid.optional(),
  }),
  createSavedReport.body,
])
export type ReportToSend = z.infer<typeof ReportToSend>

/** Of a report group those members to whom the user may send: the ones that it has at that moment. */
export const RecipientToSend = z.union([RecipientInput, z.strictObject({ groupId: Guid })])
export type RecipientToSend = z.infer<typeof RecipientToSend>

/** What mends that somebody would get nothing: sharing the report with a group of theirs, or, for admins, a change of the user. */
export const Remedy = z.union([
  z.strictObject({ share: z.strictObject({ groupId: Guid, name: z.string() }) }),
  z.strictObject({ userId: Guid }),
])

export const CheckedRecipient = z.strictObject({
  /** Null for an outside address. */
  userId: Guid.nullable(),
  email: z.string().nullable(),
  name: z.string(),
  /** Why they would get nothing, in a sentence; null where they would get it. */
  reason: z.string().nullable(),
  /** Null where nothing is to be mended, or the user cannot. */
  remedy: Remedy.nullable(),
})
export type CheckedRecipient = z.infer<typeof CheckedRecipient>

const report = withExample(ReportToSend, {
  reportId: dashboardReports.topSources,
  name: 'Radio this week',
  parameters: { dateRange: { relative: 'thisWeek' } },
})
const recipients = withExample(z.array(RecipientToSend).max(maxRecipients), [
  { userId: exampleIds.otherUser },
])

export const checkSending = endpoint({
  method: 'POST',
  path: '/api/reporting/send/check',
  summary:
    'Who would get a report, saved or not, if it were sent to them now, and why somebody would not. Nothing is saved or sent.',
  body: z.strictObject({ report, recipients }),
  response: z.strictObject({
    /** Each once, in the place of a group its members. */
    recipients: z.array(CheckedRecipient),
    /** Members of the groups to whom the user may not send. */
    otherMembers: z.int(),
    /** Of addresses outside that may be recipients, `*.parts.org` for all below; empty where none may. */
    outsideDomains: z.array(z.string()),
    /** Whether emails leave the outbox. */
    hasMailServer: z.boolean(),
  }),
  effect: 'read',
})

const Named = z.strictObject({ userId: Guid, name: z.string() })

export const checkSharing = endpoint({
  method: 'POST',
  path: '/api/reporting/savedreports/{id}/sharing/check',
  summary:
    'Who would no longer find a saved report if it were shared with this group, or with none, and get no more emails of it; for its owner and admins. Nothing is saved.',
  params: z.strictObject({ id: idOf('savedReport') }),
  body: z.strictObject({ sharedWithGroupId: withExample(Guid.nullable(), null) }),
  response: z.strictObject({
    /** Members of the group that has it now. */
    losing: z.strictObject({
      readers: z.array(Named),
      /** Those whose names are not for the user. */
      others: z.int(),
    }),
    /** Those that would no longer reach somebody. */
    subscriptions: z.array(
      z.strictObject({
        id: Guid,
        name: z.string(),
        userId: Guid,
        ownerName: z.string(),
        /** Who would get nothing any longer. */
        recipients: z.array(Named),
        /** Whether nobody on its list would get it. */
        stops: z.boolean(),
      }),
    ),
  }),
  effect: 'read',
})
export type CheckedSharing = z.infer<typeof checkSharing.response>

export const previewSending = endpoint({
  method: 'POST',
  path: '/api/reporting/send/preview',
  summary:
    'The email that somebody would get, of the calls that they and the user may both see. Nothing is saved or sent.',
  body: z.strictObject({
    report,
    recipient: withExample(RecipientInput, { userId: exampleIds.otherUser }),
    /** Empty: that of the template. */
    subject: lineOf(textLimits.mailSubject).default(''),
    emailTemplateId: Guid.nullable().default(null),
  }),
  response: z.strictObject({
    subject: z.string(),
    text: z.string(),
    html: z.string().nullable(),
    rowCount: z.int(),
    /** Whether they see calls that the user does not, which theirs will have. */
    seesMore: z.boolean(),
  }),
  effect: 'read',
})

export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reporting/send',
  summary:
    'Sends a report by email, once or at times, and saves and shares it where that is needed: all of it or nothing.',
  body: z.strictObject({
    /** One of one’s own: the same request sent again sends nothing again. */
    id: Guid.optional(),
    report,
    /** Of the subscription: that of the report unless given. */
    name: RecordName.optional(),
    schedule: withExample(ScheduleInput, { frequency: 'once', timeZone: 'America/Chicago' }),
    recipients: withExample(recipients.min(1), [{ userId: exampleIds.otherUser }]),
    /** Types that the report allows. None: the email alone, with the first rows. */
    exportTypeIds: z.array(Guid).max(7).default([]),
    subject: lineOf(textLimits.mailSubject).default(''),
    emailTemplateId: Guid.nullable().default(null),
    condition: SubscriptionCondition.nullable().default(null),
  }),
  response: z.strictObject({ subscription: Subscription }),
  status: 201,
})
