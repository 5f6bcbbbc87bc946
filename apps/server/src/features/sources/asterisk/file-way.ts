import { createReadStream } from 'node:fs'
import type { FileWay, SourceContext } from '../adapter.ts'
import { readCdr } from './read-cdr.ts'
import { isQueueLog, readQueueLog } from './read-queue-log.ts'
import { startOf } from '../../../lib/files/start-of-file.ts'
import { firstLines, recogniseLayout } from './recognise-layout.ts'
import { readingOf } from './source-rules.ts'

const readBytes = 1 << 20

/** Of a source of which nothing was said. */
const unknownSource: SourceContext = {
  sourceSystem: '',
  timeZone: 'UTC',
  country: 'US',
  ownNumbers: [],
  statusWords: [],
  settings: {},
}

/** Files of Asterisk, told apart by what stands in them. */
export const asteriskFiles: FileWay = {
  endings: ['.csv', '.tsv', '.txt', '.log', '.json', '.jsonl', '.ndjson', 'queue_log'],
  recognises({ bytes }) {
    const lines = firstLines(bytes)
    return isQueueLog(lines) || recogniseLayout(lines, unknownSource, readingOf(unknownSource)) !== undefined
  },
  async *read({ path }, source) {
    const lines = firstLines(await startOf(path))
    const stream = createReadStream(path, { highWaterMark: readBytes })
    yield* isQueueLog(lines)
      ? readQueueLog(stream, source)
      : readCdr(stream, source, recogniseLayout(lines, source, readingOf(source)))
  },
}
