import type { SourceAdapter } from './adapter.ts'
import { asterisk } from './asterisk/asterisk.ts'
import { callrail } from './callrail/callrail.ts'
import { freeswitch } from './freeswitch/freeswitch.ts'
import { mapped } from './mapped/mapped.ts'
import { ownProgram } from './own-program.ts'
import { telnyx } from './telnyx/telnyx.ts'
import { texml } from './telnyx/texml.ts'
import { compatible } from './twilio/compatible.ts'
import { signalwire } from './twilio/signalwire.ts'
import { twilio } from './twilio/twilio.ts'

/** Every phone system that the portal understands, in the order in which they are offered. */
const adapters: readonly SourceAdapter[] = [
  asterisk,
  freeswitch,
  twilio,
  telnyx,
  texml,
  signalwire,
  compatible,
  callrail,
  mapped,
  ownProgram,
]

export function listAdapters(): readonly SourceAdapter[] {
  return adapters
}

export function findAdapter(kind: string): SourceAdapter | undefined {
  return adapters.find((adapter) => adapter.kind === kind)
}
