import { ProviderId } from '@callboard/contract/auth'
import { RecordName } from '@callboard/contract/names'
import { z } from 'zod'
import { jsonOrUndefined } from '../json.ts'

// The one names sign-in by password, the other a path beside the providers'.
const takenIds: ReadonlySet<string> = new Set(['local', 'exchange'])
const idError = 'must be a word of small letters, digits and hyphens, up to 32, and not local or exchange'

const OidcProvider = z.strictObject({
  id: ProviderId.refine((id) => !takenIds.has(id)),
  name: RecordName,
  issuer: z.string().refine(isIssuer),
  clientId: z.string().min(1).max(500),
  clientSecret: z.string().min(1).max(500),
  /** Makes a user of whoever signs in there and is not known yet; without a role. */
  createUsers: z.boolean().default(false),
})
export type OidcProvider = z.infer<typeof OidcProvider>

// In words of our own: those of zod or of JSON.parse may hold what was given.
const providerErrors: Record<string, string> = {
  id: idError,
  name: 'must be a text of 1 to 100 characters',
  issuer: 'must be an https address without query, or http on localhost',
  clientId: 'must be a text of 1 to 500 characters',
  clientSecret: 'must be a text of 1 to 500 characters',
  createUsers: 'must be true or false',
}

/** A provider proves who somebody is: it is reached over TLS, or on this machine. */
function isIssuer(text: string): boolean {
  if (text !== text.trim() || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '' || search !== '' || hash !== '' || /[?#]/.test(text)) return false
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isHere)
}

/** Of the environment, as JSON. */
export const OidcProviders = z.string().transform((text, context): OidcProvider[] => {
  const addIssue = (message: string) => context.addIssue({ code: 'custom', message })
  const list = z.array(z.unknown()).safeParse(jsonOrUndefined(text))
  if (!list.success) {
    addIssue('must be a list of providers as JSON')
    return z.NEVER
  }
  const providers = list.data.flatMap((given, at) => {
    const result = OidcProvider.safeParse(given)
    if (result.success) return [result.data]
    for (const error of result.error.issues.flatMap(wordsOf)) addIssue(`provider ${at + 1}: ${error}`)
    return []
  })
  for (const [at, { id }] of providers.entries()) {
    if (providers.findIndex((one) => one.id === id) !== at) addIssue(`the id ${id} is given twice`)
  }
  return providers
})

function wordsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(providerErrors).join(', ')
    return issue.keys.map((key) => `${JSON.stringify(key.slice(0, 40))} is not one of ${known}`)
  }
  const [field] = issue.path
  return field === undefined
    ? ['must be an object']
    : [`${String(field)} ${providerErrors[String(field)] ?? 'is not valid'}`]
}
