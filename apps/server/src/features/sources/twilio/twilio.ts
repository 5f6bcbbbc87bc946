import type { SourceSetting } from '@callboard/contract/sources'
import type { SourceContext, SourceSecrets } from '../adapter.ts'
import { textSetting } from '../setting-values.ts'
import { recordingsAtAccount } from './api-recordings.ts'
import { callbackAdapter } from './callback-adapter.ts'
import { verifySigned } from './checked-callback.ts'
import type { ApiAccount } from './fetch-calls.ts'

const regions = [
  { value: 'api.twilio.com', label: 'United States (US1)' },
  { value: 'api.dublin.ie1.twilio.com', label: 'Ireland (IE1)' },
  { value: 'api.sydney.au1.twilio.com', label: 'Australia (AU1)' },
] as const

const settings: readonly SourceSetting[] = [
  {
    name: 'accountSid',
    type: 'text',
    label: 'Account SID',
    description: 'On the first page of the Twilio Console. A subaccount is a source of its own.',
    isRequired: true,
    placeholder: 'AC0123456789abcdef0123456789abcdef',
    form: { pattern: '^AC[0-9a-fA-F]{32}$', words: 'must be AC and 32 hex digits' },
  },
  {
    name: 'authToken',
    type: 'secret',
    label: 'Auth token',
    description: 'Beside the account SID in the Twilio Console. Call-backs are signed with it.',
    isRequired: true,
    form: { pattern: '^[0-9a-fA-F]{32}$', words: 'must be 32 hex digits' },
  },
  {
    name: 'region',
    type: 'choice',
    label: 'Region',
    description: 'Where the account keeps its calls and recordings.',
    choices: [...regions],
    default: regions[0].value,
  },
  {
    name: 'apiKeySid',
    type: 'text',
    label: 'API key SID',
    description: 'A key with which calls and recordings are fetched, instead of the auth token.',
    placeholder: 'SK0123456789abcdef0123456789abcdef',
    form: { pattern: '^SK[0-9a-fA-F]{32}$', words: 'must be SK and 32 hex digits' },
    way: 'fetch',
  },
  {
    name: 'apiKeySecret',
    type: 'secret',
    label: 'API key secret',
    description: 'Shown once by Twilio, when the key is made.',
    requiredWith: 'apiKeySid',
    way: 'fetch',
  },
]

const sidForm = /^AC[0-9a-zA-Z]{32}$/

function address(source: SourceContext): URL | undefined {
  const sid = textSetting(source, 'accountSid')
  const region = textSetting(source, 'region')
  const host = regions.find(({ value }) => value === region)?.value ?? regions[0].value
  if (sid === undefined || !sidForm.test(sid)) return undefined
  return new URL(`https://${host}/2010-04-01/Accounts/${sid}`)
}

function account(source: SourceContext, secrets: SourceSecrets): ApiAccount | undefined {
  const url = address(source)
  const auth = authOf(source, secrets)
  return url === undefined || auth === undefined ? undefined : { provider: 'Twilio', url, auth }
}

function authOf(source: SourceContext, { authToken, apiKeySecret }: SourceSecrets): string | undefined {
  const keySid = textSetting(source, 'apiKeySid')
  if (keySid !== undefined && apiKeySecret !== undefined) return `${keySid}:${apiKeySecret}`
  const sid = textSetting(source, 'accountSid')
  return sid === undefined || authToken === undefined ? undefined : `${sid}:${authToken}`
}

export const twilio = callbackAdapter({
  kind: 'twilio',
  label: 'Twilio',
  description: 'Calls by status and recording call-backs, and by the API of Twilio Programmable Voice.',
  guide: 'twilio',
  settings,
  verify: verifySigned('authToken', 'x-twilio-signature'),
  account,
  ...recordingsAtAccount(address, account, ['*.twilio.com', '*.twiliocdn.com']),
})
