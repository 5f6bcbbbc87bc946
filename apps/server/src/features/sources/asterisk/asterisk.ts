import { createReadStream } from 'node:fs'
import type { SourceAdapter } from '../adapter.ts'
import { readCdr } from './read-cdr.ts'

const readBytes = 1 << 20

export const asterisk: SourceAdapter = {
  kind: 'asterisk',
  label: 'Asterisk, FreePBX',
  description: 'Call detail records of Asterisk and of what is built on it.',
  guide: 'asterisk',
  settings: [],
  file: {
    endings: ['.csv'],
    recognises: () => true,
    read: ({ path }, source) => readCdr(createReadStream(path, { highWaterMark: readBytes }), source),
  },
}
