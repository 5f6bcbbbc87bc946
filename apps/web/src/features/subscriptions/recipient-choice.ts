import { joinWithOr } from '@callboard/contract/format-names'
import { isOfDomains } from '@callboard/contract/outside-addresses'
import type { RecipientToSend } from '@callboard/contract/sending'
import type { Recipient, RecipientInput } from '@callboard/contract/subscriptions'
import type { Me } from '@callboard/contract/users'
import { z } from 'zod'
import type { Choice, RecordChoice } from '#web/records/choices/record-choice.ts'
import { usersAndSelf } from '#web/records/choices/portal-user-choice.ts'
import { searchGroupsToShareWith } from '#web/records/choices/group-to-share-with.ts'

const Address = z.email()

/** Users of the portal whom one finds, oneself first, and the address that is typed, if it is of these domains. */
export function recipientChoice(
  self: Choice,
  outsideDomains: readonly string[],
): Omit<RecordChoice, 'nameOf'> {
  return {
    key: ['user', 'recipient', ...outsideDomains],
    search: async (keyword, signal) => {
      return [
        ...(await usersAndSelf(self).search(keyword, signal)),
        ...(Address.safeParse(keyword).success ? [outsideChoice(keyword, outsideDomains)] : []),
      ]
    },
  }
}

/** The same, and groups that one may share with: their members. */
export function recipientOrGroupChoice(
  me: Me,
  self: Choice,
  outsideDomains: readonly string[],
): Omit<RecordChoice, 'nameOf'> {
  const people = recipientChoice(self, outsideDomains)
  return {
    key: ['user', 'recipientOrGroup', ...outsideDomains],
    search: async (keyword, signal) => {
      const [found, groups] = await Promise.all([
        people.search(keyword, signal),
        searchGroupsToShareWith(me, keyword, signal),
      ])
      const asChoice = ({ value, label }: Choice) => ({
        value: `${groupMark}${value}`,
        label: `${label} (group)`,
      })
      return [...found, ...groups.map(asChoice)]
    },
  }
}

/** Before the id of a group. */
const groupMark = 'group:'

export function recipientToSend(choice: Choice): RecipientToSend {
  const { value } = choice
  return value.startsWith(groupMark) ? { groupId: value.slice(groupMark.length) } : recipientInput(choice)
}

function outsideChoice(email: string, domains: readonly string[]): Choice {
  if (isOfDomains(email, domains)) return { value: email, label: `${email} (outside)` }
  // Of another value than the address: what is offered as disabled could not be taken off the list either.
  return { value: `refused ${email}`, label: `${email}: ${outsideWords(domains)}`, disabled: true }
}

/** To which addresses outside of the portal reports may be sent. */
function outsideWords(domains: readonly string[]): string {
  if (domains.length === 0) return 'reports can be sent to users of this portal only'
  const named = joinWithOr(domains)
  return `of addresses outside only those of ${named}`
}

/** A user by their id, somebody outside by the address. */
export function recipientAsChoice({ userId, name, email, reason }: Recipient): Choice {
  return { value: userId ?? email ?? name, label: reason === null ? name : `${name} (not delivered)` }
}

export function recipientInput({ value }: Choice): RecipientInput {
  return value.includes('@') ? { email: value } : { userId: value }
}
