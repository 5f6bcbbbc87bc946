import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const TwoFactor = z.strictObject({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  /** A setting demands it of this user: it can be changed, not turned off. */
  isDemanded: z.boolean(),
})
export type TwoFactor = z.infer<typeof TwoFactor>

const CurrentPassword = z.strictObject({ password: z.string().max(200) })
const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
const path = '/api/user/me/twofactor'

export const getTwoFactor = endpoint({
  method: 'GET',
  path,
  summary: 'Whether signing in takes a code of an app as well.',
  response: TwoFactor,
  effect: 'read',
})

export const beginTwoFactor = endpoint({
  method: 'POST',
  path,
  summary: 'Makes a secret for an authenticator app. Nothing changes until a code of it is confirmed.',
  body: CurrentPassword,
  response: z.strictObject({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/…`, for a QR code. */
    url: z.string(),
  }),
  effect: 'change',
})

export const confirmTwoFactor = endpoint({
  method: 'PUT',
  path,
  summary: 'Turns two-factor sign-in on by a code of the app. The recovery codes are shown this once.',
  body: z.strictObject({ code: z.string().max(32) }),
  response: RecoveryCodes,
  effect: 'change',
})

export const endTwoFactor = endpoint({
  method: 'DELETE',
  path,
  summary: 'Turns two-factor sign-in off.',
  body: CurrentPassword,
  response: 'noContent',
  effect: 'change',
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recoverycodes`,
  summary: 'Makes new recovery codes; the old ones work no more.',
  body: CurrentPassword,
  response: RecoveryCodes,
  effect: 'change',
})
