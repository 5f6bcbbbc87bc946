import type { CheckedRecipient, ReportToSend } from '@callboard/contract/sending'
import { recipientWords } from '#web/lib/recipient-words.ts'

/** A group that a report is shared with as it is sent. */
export interface GroupToShareWith {
  groupId: string
  name: string
}

/** What sending does about those who would get nothing as it stands. */
export interface SendPlan {
  /** Gives the report to some of them. */
  share: GroupToShareWith | undefined
  /** Those who would get nothing all the same. */
  leftOut: readonly CheckedRecipient[]
  reachesNobody: boolean
}

export const plainPlan: SendPlan = { share: undefined, leftOut: [], reachesNobody: false }

/** A report has one group: the one that gives it to most of those who lack it. */
export function planSending(recipients: readonly CheckedRecipient[], mayShare: boolean): SendPlan {
  const groups = mayShare ? recipients.flatMap((one) => groupOf(one) ?? []) : []
  const sizeOf = (id: string) => groups.filter(({ groupId }) => groupId === id).length
  const [share] = groups.toSorted((one, other) => sizeOf(other.groupId) - sizeOf(one.groupId))
  const leftOut = recipients.filter(
    (one) => one.reason !== null && (share === undefined || groupOf(one)?.groupId !== share.groupId),
  )
  return { share, leftOut, reachesNobody: recipients.length > 0 && leftOut.length === recipients.length }
}

function groupOf({ remedy }: CheckedRecipient): GroupToShareWith | undefined {
  return remedy !== null && 'share' in remedy ? remedy.share : undefined
}

/** The report, shared with this group on the way. */
export function withGroup(report: ReportToSend, group: GroupToShareWith | undefined): ReportToSend {
  return group === undefined ? report : { ...report, sharedWithGroupId: group.groupId }
}

export function isSamePlan(one: SendPlan, other: SendPlan): boolean {
  return one.share?.groupId === other.share?.groupId && leftOutOf(one) === leftOutOf(other)
}

function leftOutOf({ leftOut }: SendPlan): string {
  return leftOut.map(({ userId, email }) => userId ?? email).join()
}

interface Sender {
  isOnce: boolean
  ownId: string
}

/** What a press does: `Schedule`, `Share with North and schedule`, `Send without Ada Byron`. */
export function sendLabel({ share, leftOut, reachesNobody }: SendPlan, { isOnce, ownId }: Sender): string {
  if (share !== undefined) return `Share with ${share.name} and ${isOnce ? 'send' : 'schedule'}`
  if (leftOut.length === 0 || reachesNobody) return isOnce ? 'Send now' : 'Schedule'
  return `${isOnce ? 'Send' : 'Schedule'} without ${recipientWords(leftOut, ownId)}`
}

/** What a press does besides, where its label does not say it. */
export function planWords({ share, leftOut, reachesNobody }: SendPlan, ownId: string): string | undefined {
  if (share === undefined) return reachesNobody ? 'Nobody on the list would get it yet.' : undefined
  const members = `Everybody in ${share.name} will find the report, each with their own calls.`
  return leftOut.length === 0 ? members : `${members} It is sent without ${recipientWords(leftOut, ownId)}.`
}
