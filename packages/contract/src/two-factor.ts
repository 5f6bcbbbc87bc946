import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { Instant } from './scalars.ts'

export const TwoFactor = z.strictObject({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  /** A setting demands it of this user, who can change it but not turn it off. */
  isDemanded: z.boolean(),
})
export type TwoFactor = z.infer<typeof TwoFactor>

/** What a user signs in with here. */
export const SignInMeans = z.strictObject({
  hasPassword: z.boolean(),
  twoFactorSince: Instant.nullable(),
  recoveryCodesLeft: z.int(),
})
export type SignInMeans = z.infer<typeof SignInMeans>

const CurrentPassword = z.strictObject({
  password: withExample(z.string().max(textLimits.password), 'heron-basalt-quilt-58'),
})
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
const path = '/api/user/me/twofactor'

export const getTwoFactor = endpoint({
  method: 'GET',
  path,
  summary: 'Whether signing in takes a code of an authenticator app.',
  response: TwoFactor,
})

export const createTwoFactor = endpoint({
  method: 'POST',
  path,
  summary: 'Creates a secret for an authenticator app. Nothing changes until a code of it is confirmed.',
  body: CurrentPassword,
  response: z.strictObject({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for a QR code. */
    url: z.string(),
  }),
})

export const confirmTwoFactor = endpoint({
  method: 'PUT',
  path,
  summary: 'Turns two-factor sign-in on by a code of the app. Only this answer has the recovery codes.',
  body: z.strictObject({ code: withExample(z.string().max(textLimits.secondFactorCode), '123456') }),
  response: RecoveryCodes,
})

export const deleteTwoFactor = endpoint({
  method: 'DELETE',
  path,
  summary: 'Turns two-factor sign-in off.',
  body: CurrentPassword,
})

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recoverycodes`,
  summary: 'Creates new recovery codes; the old ones no longer work.',
  body: CurrentPassword,
  response: RecoveryCodes,
})

export const getSignInMeans = endpoint({
  method: 'GET',
  path: '/api/user/{id}/signin',
  summary: 'Whether a user has a password and a second factor; for administrators.',
  params: z.strictObject({ id: idOf('user') }),
  response: SignInMeans,
})

export const deleteUserTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}/twofactor',
  summary: 'Turns off the two-factor sign-in of a user who lost their device and their recovery codes.',
  params: z.strictObject({ id: idOf('user') }),
})
