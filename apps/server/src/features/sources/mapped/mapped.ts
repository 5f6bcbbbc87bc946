import { ImportFileError } from '../../../lib/files/text-lines.ts'
import type { SourceAdapter } from '../adapter.ts'
import { callsOfRows } from './calls-of-rows.ts'
import { readMapped, rowAgain } from './read-mapped.ts'
import { fileBytes } from './rows/bytes-source.ts'
import { eventsOfBody, mappedTypes, verifySecret } from './webhook.ts'

const noMapping = 'The source has no mapping yet. Make one on its page first.'

export const mapped: SourceAdapter = {
  kind: 'mapped',
  label: 'Any other system',
  description:
    'Files of any phone system (CSV, Excel, JSON), and what it posts: you show the portal a sample, and it guesses what is what.',
  guide: 'any-other-system',
  settings: [
    {
      name: 'signatureHeader',
      type: 'text',
      label: 'Header of the signature',
      description:
        'Only if the system signs what it posts with HMAC-SHA256: the name of the header that has the signature. Otherwise it sends the secret itself.',
      placeholder: 'X-Signature',
      way: 'webhook',
    },
    {
      name: 'secret',
      type: 'secret',
      label: 'Secret',
      description:
        'What the system sends in the header X-Callboard-Secret, or as ?secret=… in the address, or what it signs with. Without it nothing that is posted is accepted.',
      way: 'webhook',
    },
  ],
  file: {
    endings: ['.csv', '.tsv', '.txt', '.xlsx', '.json', '.ndjson', '.jsonl', '.log'],
    // A mapping tells whether a file is one of its system, by the columns.
    recognises: () => true,
    async *read(file, source) {
      if (source.mapping === undefined) throw new ImportFileError('wrongFormat', noMapping)
      yield* readMapped(await fileBytes(file.path), source.mapping, source)
    },
    rowAgain: (raw, source) =>
      source.mapping === undefined ? undefined : rowAgain(raw, source.mapping, source),
  },
  webhook: { contentTypes: mappedTypes, verify: verifySecret, events: eventsOfBody },
  callsOf: (events, source) =>
    source.mapping === undefined
      ? { calls: [], problem: noMapping }
      : callsOfRows(events, source.mapping, source),
}
