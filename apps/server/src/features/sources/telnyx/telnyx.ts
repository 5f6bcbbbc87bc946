import type { SourceAdapter } from '../adapter.ts'
import { publicKeySetting } from './public-key-setting.ts'
import { callsOfTelnyx } from './telnyx-calls.ts'
import { eventsOfTelnyx } from './telnyx-events.ts'
import { telnyxRecordings } from './telnyx-recordings.ts'
import { verifyTelnyx } from './telnyx-signature.ts'

export const telnyx: SourceAdapter = {
  kind: 'telnyx',
  label: 'Telnyx',
  description: 'Calls by the events of Telnyx Voice API (Call Control) applications.',
  guide: 'telnyx',
  settings: [publicKeySetting],
  webhook: {
    contentTypes: ['application/json'],
    callLabel: 'Webhook URL',
    verify: verifyTelnyx,
    events: eventsOfTelnyx,
  },
  recordings: telnyxRecordings,
  callsOf: callsOfTelnyx,
}
