import type { Input } from '@callboard/contract/endpoint'
import type { createInvitation } from '@callboard/contract/invitations'
import type { Choice } from '#web/records/choices/record-choice.ts'

/** An invitation as it is written in the form, where empty texts stand for null. */
export interface InvitationValues {
  firstName: string
  lastName: string
  email: string
  userName: string
  roleId: string | null
  /** Days. */
  startDate: string
  expiryDate: string
  customerId: string | null
  entities: readonly Choice[]
  reportGroups: readonly Choice[]
}

export const noInvitation: InvitationValues = {
  firstName: '',
  lastName: '',
  email: '',
  userName: '',
  roleId: null,
  startDate: '',
  expiryDate: '',
  customerId: null,
  entities: [],
  reportGroups: [],
}

export function bodyOfInvitation(values: InvitationValues): Input<typeof createInvitation>['body'] {
  const { firstName, lastName, email, userName, roleId, customerId } = values
  return {
    firstName,
    lastName,
    email,
    ...(userName.trim() !== '' && { userName }),
    roleId,
    startDate: values.startDate || null,
    expiryDate: values.expiryDate || null,
    customerId,
    entityIds: values.entities.map(({ value }) => value),
    reportGroupIds: values.reportGroups.map(({ value }) => value),
  }
}
