import type { SourceAdapter } from '../adapter.ts'
import { asteriskSettings } from './asterisk-settings.ts'
import { callsOfEvents } from './calls-of-events.ts'
import { cdrFetching } from './fetch-cdr.ts'
import { managerConnection } from './manager/manager-connection.ts'
import { asteriskFiles } from './file-way.ts'

export const asterisk: SourceAdapter = {
  kind: 'asterisk',
  label: 'Asterisk, FreePBX',
  description:
    'Call detail records of Asterisk, FreePBX and what is built on them: as files (Master.csv, cdr_custom, an export of the cdr table, queue_log), or read from the cdr table of its MariaDB or MySQL. Calls while they happen by its manager interface.',
  guide: 'asterisk-freepbx',
  settings: asteriskSettings,
  file: asteriskFiles,
  fetch: cdrFetching,
  connection: managerConnection,
  callsOf: callsOfEvents,
}
