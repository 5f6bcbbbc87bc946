import { callbackAdapter } from '../twilio/callback-adapter.ts'
import { publicKeySetting } from './public-key-setting.ts'
import { telnyxRecordings } from './telnyx-recordings.ts'
import { verifyTelnyx } from './telnyx-signature.ts'

export const texml = callbackAdapter({
  kind: 'telnyx-texml',
  label: 'Telnyx TeXML',
  description: 'Calls of TeXML applications by status and recording call-backs.',
  guide: 'telnyx',
  settings: [publicKeySetting],
  verify: verifyTelnyx,
  recordingAddress: ({ url }) => url?.slice(0, 2000),
  recordings: telnyxRecordings,
})
