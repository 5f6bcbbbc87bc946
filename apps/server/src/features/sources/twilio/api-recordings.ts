import type { RecordingWay, SourceContext, SourceSecrets } from '../adapter.ts'
import type { RecordingAddress } from '../legs/calls-of-legs.ts'
import type { ApiAccount } from './fetch-calls.ts'

/** The address of an account, without what it takes to ask there. */
export type AccountAddress = (source: SourceContext) => URL | undefined

const idForm = /^[\w-]{1,100}$/

/** Recordings are asked for where the account is, whatever address was said: the same by call-back and by the API. */
export function recordingsAtAccount(
  address: AccountAddress,
  accountOf: (source: SourceContext, secrets: SourceSecrets) => ApiAccount | undefined,
  redirectHosts: readonly string[] = [],
): { recordingAddress: RecordingAddress; recordings: RecordingWay } {
  return {
    recordingAddress: ({ sid, hasTwoChannels }, source) => {
      const account = address(source)
      if (account === undefined || !idForm.test(sid)) return undefined
      return `${account.href}/Recordings/${sid}.wav${hasTwoChannels ? '?RequestedChannels=2' : ''}`
    },
    recordings: {
      rules: (url, source, secrets) => {
        const account = accountOf(source, secrets)
        if (account === undefined || url.origin !== account.url.origin) return undefined
        if (!url.pathname.startsWith(`${account.url.pathname}/Recordings/`)) return undefined
        return {
          hosts: [account.url.protocol === 'http:' ? account.url.origin : account.url.host, ...redirectHosts],
          keys: new Map([[account.url.host, account.auth]]),
        }
      },
    },
  }
}
