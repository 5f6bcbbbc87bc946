import type { MailStatus } from '@callboard/contract/mails'
import { expect } from 'vitest'
import type { ArrivedMail } from './mail-sink.ts'

/** How often the mail server may have taken a mail of which the outbox tells this; none may be open. */
const possible: Record<MailStatus, readonly number[]> = {
  sent: [1],
  failed: [0],
  uncertain: [0, 1],
  waiting: [],
  sending: [],
}

type Arrived = Pick<ArrivedMail, 'recipient' | 'messageId'>

/** Asserts of all mails of an outbox that each has ended and was taken as its status tells, and no other one was taken. */
export function expectTakenAsDescribed(
  mails: readonly { id: string; recipient: string; status: MailStatus }[],
  arrived: readonly Arrived[],
): void {
  const copies = Map.groupBy(arrived, ({ messageId }) => /^<(.+)@/.exec(messageId)?.[1])
  for (const { id, recipient, status } of mails) {
    const taken = copies.get(id) ?? []
    expect(possible[status], `the email ${id} to ${recipient} is ${status}`).toContain(taken.length)
    for (const copy of taken) expect(copy.recipient).toBe(recipient)
    copies.delete(id)
  }
  expect([...copies.keys()]).toEqual([])
}

/** `sent 12, failed 1`. */
export function countedWords(rows: readonly { status: string }[]): string {
  return Object.entries(Object.groupBy(rows, ({ status }) => status))
    .map(([status, all]) => `${status} ${all?.length}`)
    .join(', ')
}
