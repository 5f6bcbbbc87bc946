import { fileTypes } from '@callboard/contract/export-types'
import { joinWithAnd } from '@callboard/contract/format-names'
import { figureKinds } from '@callboard/contract/figure-kinds'
import { type MeasureName, measures, restsOnNumbers } from '@callboard/contract/measures'
import type {
  deliveryCauses,
  DeliveryStatus,
  Recipient,
  Subscription,
} from '@callboard/contract/subscriptions'

export const statusNames = {
  waiting: 'Waiting',
  rendering: 'Preparing',
  outbox: 'In the outbox',
  sending: 'Sending',
  sent: 'Sent',
  skipped: 'Skipped',
  failed: 'Failed',
  uncertain: 'Uncertain',
} as const satisfies Record<DeliveryStatus, string>

/** What a status means where no reason says it. */
export const statusMeanings: Readonly<Partial<Record<DeliveryStatus, string>>> = {
  outbox: 'No mail server is set up. The email is waiting in the outbox.',
  uncertain: 'The connection was lost while sending. The email may have arrived.',
}

export const causeNames = {
  schedule: 'Scheduled',
  run: 'Run manually',
  test: 'Test',
  resend: 'Resent',
} as const satisfies Record<(typeof deliveryCauses)[number], string>

/** Those to whom it would be sent now. */
export function activeRecipients({ recipients }: Pick<Subscription, 'recipients'>): readonly Recipient[] {
  return recipients.filter(({ reason }) => reason === null)
}

/** ` · Excel file`, ` · CSV and PDF files`; nothing where the email has none. */
export function fileWords({ exportTypeIds }: Pick<Subscription, 'exportTypeIds'>): string {
  const names = fileTypes.filter(({ id }) => exportTypeIds.includes(id)).map(({ name }) => name)
  if (names.length === 0) return ''
  return ` · ${joinWithAnd(names)} ${names.length === 1 ? 'file' : 'files'}`
}

/** Whether there is an earlier figure that it can have changed from. */
export function hasChange(measure: MeasureName): boolean {
  const hasEarlier =
    figureKinds[measures[measure].figure].change !== null && !('isOfNow' in measures[measure])
  return hasEarlier && !restsOnNumbers(measure)
}
