import type { SourceSetting } from '@callboard/contract/sources'
import type { SourceContext, SourceSecrets } from '../adapter.ts'
import { textSetting } from '../setting-values.ts'
import { recordingsAtAccount } from './api-recordings.ts'
import { callbackAdapter } from './callback-adapter.ts'
import { verifySigned } from './checked-callback.ts'
import type { ApiAccount } from './fetch-calls.ts'

const settings: readonly SourceSetting[] = [
  {
    name: 'space',
    type: 'text',
    label: 'Space',
    description: 'First part of the address of your dashboard: example of example.signalwire.com.',
    isRequired: true,
    placeholder: 'example',
  },
  {
    name: 'accountSid',
    type: 'text',
    label: 'Project ID',
    description: 'Under API in the dashboard; call-backs name it AccountSid.',
    isRequired: true,
    placeholder: '01234567-89ab-cdef-0123-456789abcdef',
  },
  {
    name: 'signingKey',
    type: 'secret',
    label: 'Signing key',
    description: 'Under API in the dashboard. Call-backs are signed with it.',
    isRequired: true,
  },
  {
    name: 'apiToken',
    type: 'secret',
    label: 'API token',
    description: 'Under API in the dashboard. Calls and recordings are fetched with it.',
    way: 'fetch',
  },
]

function address(source: SourceContext): URL | undefined {
  const space = textSetting(source, 'space')
    ?.toLowerCase()
    .replace(/\.signalwire\.com$/, '')
  const project = textSetting(source, 'accountSid')
  if (space === undefined || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(space)) return undefined
  if (project === undefined || !/^[0-9a-zA-Z-]{1,64}$/.test(project)) return undefined
  return new URL(`https://${space}.signalwire.com/api/laml/2010-04-01/Accounts/${project}`)
}

function account(source: SourceContext, { apiToken }: SourceSecrets): ApiAccount | undefined {
  const url = address(source)
  if (url === undefined || apiToken === undefined) return undefined
  return { provider: 'SignalWire', url, auth: `${textSetting(source, 'accountSid') ?? ''}:${apiToken}` }
}

export const signalwire = callbackAdapter({
  kind: 'signalwire',
  label: 'SignalWire',
  description: 'Calls of the Compatibility API (cXML, LaML) by call-backs and by its API.',
  guide: 'signalwire',
  settings,
  verify: verifySigned('signingKey', 'x-signalwire-signature', 'x-twilio-signature'),
  account,
  ...recordingsAtAccount(address, account, ['*.signalwire.com']),
})
