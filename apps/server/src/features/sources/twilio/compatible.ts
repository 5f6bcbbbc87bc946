import type { SourceSetting } from '@callboard/contract/sources'
import type { SourceContext, SourceSecrets } from '../adapter.ts'
import { textSetting } from '../setting-values.ts'
import { recordingsAtAccount } from './api-recordings.ts'
import { callbackAdapter } from './callback-adapter.ts'
import { verifySigned } from './checked-callback.ts'
import type { ApiAccount } from './fetch-calls.ts'

const settings: readonly SourceSetting[] = [
  {
    name: 'accountSid',
    type: 'text',
    label: 'Account SID',
    description: 'What call-backs name AccountSid.',
    isRequired: true,
  },
  {
    name: 'authToken',
    type: 'secret',
    label: 'Auth token',
    description: 'Call-backs are signed with it (X-Twilio-Signature), and calls are fetched with it.',
    isRequired: true,
  },
  {
    name: 'apiUrl',
    type: 'text',
    label: 'Address of the API',
    description: 'What stands before /Accounts in its addresses. Calls and recordings are fetched there.',
    placeholder: 'https://api.example.com/2010-04-01',
    way: 'fetch',
  },
]

function address(source: SourceContext): URL | undefined {
  const root = textSetting(source, 'apiUrl')?.replace(/\/+$/, '')
  const sid = textSetting(source, 'accountSid')
  if (root === undefined || !URL.canParse(root)) return undefined
  const { protocol, username, search, hash } = new URL(root)
  if (!['https:', 'http:'].includes(protocol) || `${username}${search}${hash}` !== '') return undefined
  if (sid === undefined || !/^[\w-]{1,100}$/.test(sid)) return undefined
  return new URL(`${root}/Accounts/${sid}`)
}

function account(source: SourceContext, { authToken }: SourceSecrets): ApiAccount | undefined {
  const url = address(source)
  if (url === undefined || authToken === undefined) return undefined
  return { provider: url.host, url, auth: `${textSetting(source, 'accountSid') ?? ''}:${authToken}` }
}

/** Any other system with Twilio’s call-backs, signatures and API, such as one that a company runs itself. */
export const compatible = callbackAdapter({
  kind: 'twilio-compatible',
  label: 'Twilio-compatible system',
  description: 'Systems that offer Twilio’s own API: signed call-backs, and calls fetched by it.',
  guide: 'twilio',
  settings,
  verify: verifySigned('authToken', 'x-twilio-signature'),
  account,
  ...recordingsAtAccount(address, account),
})
