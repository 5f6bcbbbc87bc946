import { createReadStream } from 'node:fs'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { SourceAdapter } from '../sources/adapter.ts'
import { readAsteriskCalls } from './import-asterisk.ts'
import { keepsToContract } from './keeps-to-contract.ts'

/** Stands in for the adapter of Asterisk. */
export const asteriskStandIn: SourceAdapter = {
  kind: 'asterisk',
  label: 'Asterisk',
  description: 'Master.csv',
  guide: 'asterisk',
  settings: [],
  file: {
    endings: ['.csv'],
    recognises: () => true,
    async *read(file, { timeZone, country }) {
      const stream = createReadStream(file.path, { highWaterMark: 1 << 20 })
      let line = 0
      for await (const batch of readAsteriskCalls(stream, { timeZone, country })) {
        const wrong = batch.clockErrorMinutes
        yield {
          calls: batch.calls.map(({ sourceSystem: _system, ...call }) => ({
            line: ++line,
            call,
            isChecked: keepsToContract(call),
          })),
          rejected: batch.rejected,
          rows: batch.legs,
          bytes: batch.bytes,
          warnings:
            wrong === null || wrong === 0
              ? []
              : [
                  `The times in the file differ from its ids by ${wrong} minutes: the clock of the switch is probably not in ${formatTimeZone(timeZone)}.`,
                ],
        }
      }
    },
  },
}
