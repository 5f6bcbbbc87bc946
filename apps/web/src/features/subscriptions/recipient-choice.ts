import type { Recipient, RecipientInput } from '@callboard/contract/subscriptions'
import { z } from 'zod'
import type { Choice, RecordChoice } from '#web/records/record-choice.ts'
import { usersAndSelf } from '#web/records/portal-user-choice.ts'

const Address = z.email()

/** Users of the portal whom one finds, oneself first, and the address that is typed. */
export function recipientChoice(self: Choice): Omit<RecordChoice, 'nameOf'> {
  return {
    key: ['user', 'recipient'],
    search: async (keyword, signal) => {
      return [
        ...(await usersAndSelf(self).search(keyword, signal)),
        ...(Address.safeParse(keyword).success ? [{ value: keyword, label: `${keyword} (outside)` }] : []),
      ]
    },
  }
}

/** A user by their id, somebody outside by the address. */
export function recipientAsChoice({ userId, name, email, state }: Recipient): Choice {
  const words = { active: '', unsubscribed: ' (unsubscribed)', stopped: ' (mails came back)' }
  return { value: userId ?? email ?? name, label: name + words[state] }
}

export function recipientInput({ value }: Choice): RecipientInput {
  return value.includes('@') ? { email: value } : { userId: value }
}
