import { z } from 'zod'
import { Password, ProviderId } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { MailDelivery } from './mails.ts'
import { textLimits } from './limits.ts'
import { lineOf } from './names.ts'
import { listQueryOf, pageOf } from './paging.ts'
import { Guid, TimeZone } from './scalars.ts'
import { EmailAddress, UserName } from './sign-in-names.ts'
import { PortalUser, User } from './users.ts'

/** A user as listed. */
export const ListedUser = z.strictObject({
  ...User.shape,
  customerName: z.string().nullable(),
  /** While their customer is not active, they cannot sign in. True without a customer. */
  isCustomerActive: z.boolean(),
  /** Names of the roles that are valid now. */
  roleNames: z.array(z.string()),
})
export type ListedUser = z.infer<typeof ListedUser>

export const userSorts = ['userName', 'name', 'email', 'customer', 'lastLoginAt', 'createdAt'] as const

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user',
  summary:
    'Users by keyword, by a role that they have now or will have, and by customer; those who may sign in unless ' +
    'asked for inactive and deleted ones too.',
  query: listQueryOf(userSorts, { roleid: Guid.optional(), customerid: Guid.optional() }),
  response: pageOf(ListedUser),
})

export const listAllUsers = endpoint({
  method: 'GET',
  path: '/api/user/getall',
  summary: 'Every user who may sign in, in a short form.',
  response: z.array(PortalUser),
  calledBy: 'programs',
})

export const PersonName = lineOf(textLimits.personName)

/** Null when it is empty. */
function optionalText(maxLength: number) {
  return lineOf(maxLength)
    .transform((text) => (text === '' ? null : text))
    .nullable()
}

// Any way to write digits, and an extension: it is read by people, and no country is known for it.
const phoneText = /^(?:\+?[\d ()./-]*\d[ ()./-]*(?:(?:ext\.?|x|#|,) ?\d{1,8})?)?$/i

/** Where people reach a user. Null when it is empty. */
const Phone = lineOf(textLimits.phone)
  .regex(phoneText, 'must be a number such as +1 312 555 0142')
  .transform((text) => (text === '' ? null : text))
  .nullable()

/** What a user may change of themselves. */
const ownFields = {
  firstName: PersonName,
  lastName: PersonName,
  phone: Phone,
  timeZone: TimeZone.nullable(),
}

/** What administrators alone may change. */
const adminFields = {
  userName: UserName,
  email: z.union([z.literal('').transform(() => null), EmailAddress]).nullable(),
  customerId: Guid.nullable(),
  legacyReportingCid: optionalText(textLimits.userLegacyReportingCid),
  loginProvider: ProviderId,
  isAdmin: z.boolean(),
  isActive: z.boolean(),
}

const userFields = z.object({ ...ownFields, ...adminFields })

export const createUser = endpoint({
  method: 'POST',
  path: '/api/user',
  summary: 'Creates a user, who gets a password or an invitation by email, or signs in at a provider.',
  body: withExample(
    z.strictObject({
      ...userFields.partial().shape,
      userName: UserName,
      password: Password.optional(),
      invite: z.boolean().optional(),
    }),
    { userName: 'grace', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', invite: true },
  ),
  response: User,
  status: 201,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user/{id}',
  summary: "Changes a user. One's own names, phone number and time zone; all else, and others, for admins.",
  params: z.strictObject({ id: idOf('user') }),
  body: withExample(z.strictObject({ ...userFields.partial().shape, revision: z.int().optional() }), {
    phone: '+1 312 555 0142',
    timeZone: 'America/Chicago',
  }),
  response: User,
})

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/user/{id}/invite',
  summary: 'Emails a user without a password a link to choose one; earlier links become invalid.',
  params: z.strictObject({ id: idOf('user') }),
  response: z.strictObject({ delivery: MailDelivery }),
})

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/api/user/{id}/passwordlink',
  summary:
    'Emails a user a link to choose another password, valid for an hour; earlier links become invalid.',
  params: z.strictObject({ id: idOf('user') }),
  response: z.strictObject({ delivery: MailDelivery }),
})
