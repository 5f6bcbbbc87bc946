import type { SourceAdapter, SourceContext, SourceSecrets } from '../adapter.ts'
import { FetchFailed } from '../adapter.ts'
import { callsOfObjects } from './call-of-object.ts'
import { accountOf, callrailApi, fetchPage, testAccount } from './fetch-calls.ts'
import { callrailSettings } from './settings.ts'
import { eventsOfWebhook, verifySignature } from './webhook.ts'

const recordingHosts = [
  'app.callrail.com',
  'cdn.callrail.com',
  'calltrk-production.s3.amazonaws.com',
] as const

/** CallRail, whose API is at its own host unless another is given. */
export function callrailAdapter(api = callrailApi): SourceAdapter {
  const account = (source: SourceContext, secrets: SourceSecrets) => {
    const found = accountOf(api, source, secrets)
    if (found === undefined)
      throw new FetchFailed('Enter the account id and an API key of CallRail.', { isPassing: false })
    return found
  }
  return {
    kind: 'callrail',
    label: 'CallRail',
    description:
      'Calls of CallRail with all that it knows of their marketing: by its webhooks as they end and change, and by its API.',
    guide: 'callrail',
    settings: callrailSettings,
    webhook: { contentTypes: ['application/json'], verify: verifySignature, events: eventsOfWebhook },
    fetch: {
      intervalSeconds: 900,
      isConfigured: (source, secrets) => accountOf(api, source, secrets) !== undefined,
      page: async (context, cursor) =>
        await fetchPage(account(context.source, context.secrets), context, cursor),
      test: async (context) => await testAccount(account(context.source, context.secrets), context),
    },
    // An address that CallRail posts holds its own key, and leads to where the file is kept. One that its API lists is asked with
    // the key of the account, and answers with such an address.
    recordings: {
      rules: ({ protocol, host, origin, pathname }, source, secrets) => {
        if (protocol === 'https:' && host === recordingHosts[0])
          return { hosts: recordingHosts, keys: new Map() }
        const listed = accountOf(api, source, secrets)
        if (listed === undefined || origin !== api.origin) return undefined
        if (!pathname.startsWith(listed.url.pathname.replace(/\.json$/, '/'))) return undefined
        return {
          hosts: [api.protocol === 'http:' ? api.origin : api.host, ...recordingHosts],
          keys: new Map(),
          tokens: new Map([[api.host, listed.headers.authorization]]),
          isAddressInJson: true,
        }
      },
    },
    callsOf: callsOfObjects,
  }
}

export const callrail = callrailAdapter()
