import type { SourceSetting } from '@callboard/contract/sources'
import { Day } from '@callboard/contract/scalars'
import {
  FetchFailed,
  type FetchWay,
  type RecordingWay,
  type SourceAdapter,
  type SourceContext,
  type SourceSecrets,
  type WebhookRequest,
} from '../adapter.ts'
import { textSetting } from '../setting-values.ts'
import { eventsOfCallback, readCallback } from './callback-body.ts'
import type { RecordingAddress } from '../legs/calls-of-legs.ts'
import { callsOfTwilio } from './twilio-calls.ts'
import { type ApiAccount, fetchPage, testAccount } from './fetch-calls.ts'

/** What differs between the systems that say of calls what Twilio says, in its words. */
export interface CallbackSystem extends Pick<SourceAdapter, 'kind' | 'label' | 'description' | 'guide'> {
  readonly settings: readonly SourceSetting[]
  /** Throws `WebhookRefused`. */
  readonly verify: (request: WebhookRequest, source: SourceContext, secrets: SourceSecrets) => void
  /** Where its API is asked; undefined while the settings do not say enough. */
  readonly account?: (source: SourceContext, secrets: SourceSecrets) => ApiAccount | undefined
  readonly recordingAddress: RecordingAddress
  readonly recordings: RecordingWay
}

export function callbackAdapter(system: CallbackSystem): SourceAdapter {
  const { settings, verify, account, recordingAddress, ...declared } = system
  return {
    ...declared,
    settings: account === undefined ? settings : [...settings, fetchSinceSetting],
    webhook: {
      contentTypes: ['application/x-www-form-urlencoded', 'application/json'],
      callLabel: 'Status and recording callbacks',
      verify,
      events: (request) => eventsOfCallback(readCallback(request)),
    },
    ...(account && { fetch: fetchWay(account) }),
    callsOf: (events, source) => callsOfTwilio(events, source, recordingAddress),
  }
}

const fetchSinceSetting: SourceSetting = {
  name: 'fetchSince',
  type: 'day',
  label: 'Fetch calls since',
  description:
    'Day (UTC) from which calls are fetched by the API, also those that no call-back told of. Without one, none are.',
  placeholder: '2026-11-01',
  way: 'fetch',
}

function fetchWay(account: NonNullable<CallbackSystem['account']>): FetchWay {
  const configured = (source: SourceContext, secrets: SourceSecrets) => {
    const since = Day.safeParse(textSetting(source, fetchSinceSetting.name)).data
    const found = account(source, secrets)
    return since === undefined || found === undefined ? undefined : { since, account: found }
  }
  const requireConfigured = (source: SourceContext, secrets: SourceSecrets) => {
    const found = configured(source, secrets)
    if (found === undefined)
      throw new FetchFailed('Enter the account, its key and the day from which calls are fetched.', {
        isPassing: false,
      })
    return found
  }
  return {
    intervalSeconds: 300,
    isConfigured: (source, secrets) => configured(source, secrets) !== undefined,
    page: async (context, cursor) => {
      const { account: asked, since } = requireConfigured(context.source, context.secrets)
      return await fetchPage(asked, { context, cursor, since })
    },
    test: async (context) =>
      await testAccount(requireConfigured(context.source, context.secrets).account, context),
  }
}
