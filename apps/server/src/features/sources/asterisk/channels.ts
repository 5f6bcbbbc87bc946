/** What stands behind a channel or a dial string. */
export interface Endpoint {
  /** Of the dial plan or of the trunk: `SIP`, `PJSIP`, `DAHDI`. */
  readonly technology: string
  /** The device or the trunk. */
  readonly peer: string
}

export interface DialTarget extends Endpoint {
  /** What was dialled: an extension, or a number through a trunk. */
  readonly number: string
}

/** The two ends of a channel that the switch makes to itself; not a party of the call. */
export function isLocal(channel: string): boolean {
  return channel.startsWith('Local/')
}

// Channels of conferences, announcements and recordings.
const internalTechnologies: ReadonlySet<string> = new Set([
  'Announcer',
  'CBAnn',
  'CBRec',
  'Local',
  'Message',
  'MulticastRTP',
  'Recorder',
  'Surrogate',
])

/** True when a person, or another system, may be at the end of this channel. */
export function isParty(channel: string): boolean {
  return channel !== '' && !internalTechnologies.has(endpointOf(channel).technology)
}

/** `SIP` and `301` of `SIP/301-00000004`. */
export function endpointOf(channel: string): Endpoint {
  const slash = channel.indexOf('/')
  if (slash === -1) return { technology: '', peer: channel }
  const dash = channel.lastIndexOf('-')
  const peer = channel.slice(slash + 1, dash > slash ? dash : undefined)
  return { technology: channel.slice(0, slash), peer }
}

/**
 * What was dialled to reach a channel, from the application's data (`SIP/301&SIP/200@trunk,60,t`). Undefined when
 * several targets go through the same trunk, and for applications that do not name them, as Queue.
 */
export function targetOf(dstChannel: string, lastApp: string, lastData: string): DialTarget | undefined {
  const channel = endpointOf(dstChannel)
  const targets = lastApp === 'Dial' ? dialTargets(lastData) : []
  const sameTechnology = targets.filter((target) => target.technology === channel.technology)
  const matching = sameTechnology.filter((target) => target.peer === channel.peer)
  if (matching.length > 1) return undefined
  // A group of lines is dialled as `DAHDI/g1/…` and reached as `DAHDI/i1/…`.
  const [only, ...others] = matching.length === 1 ? matching : sameTechnology
  return others.length === 0 ? only : undefined
}

// The legs of one call mostly share their dial string.
let lastDialled: { readonly text: string; readonly targets: readonly DialTarget[] } = {
  text: '',
  targets: [],
}

function dialTargets(lastData: string): readonly DialTarget[] {
  if (lastDialled.text !== lastData) lastDialled = { text: lastData, targets: parseDialString(lastData) }
  return lastDialled.targets
}

/** Of the forms `SIP/301`, `SIP/301@peer`, `SIP/peer/301`, `PJSIP/peer/sip:301@host`, `IAX2/user:secret@peer/301`. */
function parseDialString(lastData: string): DialTarget[] {
  const [destinations = ''] = lastData.split(/[,|]/, 1)
  return destinations.split('&').flatMap((destination): DialTarget[] => {
    const [technology = '', first = '', ...rest] = destination.split('/')
    if (first === '') return []
    const at = first.lastIndexOf('@')
    const peer = first.slice(at + 1)
    if (rest.length === 0) return [{ technology, peer, number: at === -1 ? peer : first.slice(0, at) }]
    const [number = ''] = rest
      .join('/')
      .replace(/^sips?:/, '')
      .split('@', 1)
    return [{ technology, peer, number }]
  })
}
