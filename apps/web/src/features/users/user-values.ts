import type { Input } from '@callboard/contract/endpoint'
import type { createUser, updateUser } from '@callboard/contract/manage-users'
import type { User } from '@callboard/contract/users'

/** A user as edited in the form, where empty texts stand for null. */
export interface UserValues {
  userName: string
  email: string
  firstName: string
  lastName: string
  phone: string
  timeZone: string
  customerId: string | null
  legacyReportingCid: string
  loginProvider: string
  isAdmin: boolean
  /** How a new user gets a password. */
  start: 'invite' | 'password'
  password: string
  /** Not sent. */
  confirmation: string
}

export function valuesOfUser(user: User | undefined): UserValues {
  const only = { start: 'invite', password: '', confirmation: '' } as const
  if (user === undefined) {
    const empty = { userName: '', email: '', firstName: '', lastName: '', phone: '', timeZone: '' }
    return {
      ...empty,
      customerId: null,
      legacyReportingCid: '',
      loginProvider: 'local',
      isAdmin: false,
      ...only,
    }
  }
  const { userName, firstName, lastName, customerId, loginProvider, isAdmin } = user
  return {
    userName,
    email: user.email ?? '',
    firstName,
    lastName,
    phone: user.phone ?? '',
    timeZone: user.timeZone ?? '',
    customerId,
    legacyReportingCid: user.legacyReportingCid ?? '',
    loginProvider,
    isAdmin,
    ...only,
  }
}

export function bodyOfUser(values: UserValues): NonNullable<Input<typeof updateUser>['body']> {
  const { userName, email, firstName, lastName, phone, timeZone } = values
  const { customerId, legacyReportingCid, loginProvider, isAdmin } = values
  return {
    userName,
    email: email.trim() || null,
    firstName,
    lastName,
    phone: phone.trim() || null,
    timeZone: timeZone || null,
    customerId,
    legacyReportingCid: legacyReportingCid.trim() || null,
    loginProvider,
    isAdmin,
  }
}

export function bodyOfNewUser(values: UserValues): Input<typeof createUser>['body'] {
  const body = { ...bodyOfUser(values), userName: values.userName }
  if (values.loginProvider !== 'local') return body
  return values.start === 'invite' ? { ...body, invite: true } : { ...body, password: values.password }
}
