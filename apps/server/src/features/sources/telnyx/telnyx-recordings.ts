import type { RecordingWay } from '../adapter.ts'

/** Recordings lie in a bucket of Telnyx, at addresses that say who may read them and are good for ten minutes. */
const bucketHost = 's3.amazonaws.com'
const bucketPath = '/telephony-recorder-prod/'
const ownHosts = ['telnyx.com', '*.telnyx.com']

export const telnyxRecordings: RecordingWay = {
  rules: ({ protocol, host, pathname }) => {
    if (protocol !== 'https:') return undefined
    if (host === bucketHost && pathname.startsWith(bucketPath))
      return { hosts: [bucketHost], keys: new Map() }
    const isOwn = host === 'telnyx.com' || host.endsWith('.telnyx.com')
    return isOwn ? { hosts: [...ownHosts, bucketHost], keys: new Map() } : undefined
  },
}
