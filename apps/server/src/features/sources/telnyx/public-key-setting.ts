import type { SourceSetting } from '@callboard/contract/sources'

export const publicKeySetting: SourceSetting = {
  name: 'publicKey',
  type: 'text',
  label: 'Public key',
  description:
    'Under Keys & Credentials, Public Key in the Telnyx portal. It shows that Telnyx has sent a call-back.',
  isRequired: true,
}
