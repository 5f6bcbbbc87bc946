import type { SourceAdapter } from '../adapter.ts'
import { callsOfLegs } from './call-of-legs.ts'
import { eventSocket } from './live/event-socket.ts'
import { readLegs, recognisesFile } from './read-file.ts'
import { freeswitchSettings } from './settings.ts'
import { eventsOfRequest, recordTypes, requirePassword } from './webhook.ts'

export const freeswitch: SourceAdapter = {
  kind: 'freeswitch',
  label: 'FreeSWITCH',
  description:
    'FreeSWITCH and systems built on it, such as FusionPBX: detail records of mod_json_cdr as they are posted, and files of its error folder. Calls while they happen by its event socket.',
  guide: 'freeswitch',
  settings: freeswitchSettings,
  file: { endings: ['.json', '.txt', '.log'], recognises: recognisesFile, read: readLegs },
  webhook: { contentTypes: recordTypes, verify: requirePassword, events: eventsOfRequest },
  connection: eventSocket,
  callsOf: callsOfLegs,
}
