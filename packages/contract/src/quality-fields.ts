import { type FieldTable, fieldOf } from './field-declaration.ts'

const text = fieldOf('text')
const number = fieldOf('number')

/** How well a call was heard, as its telephone system measured it. */
export const qualityFields = {
  codec: text('Codec', 'How the sound was coded: PCMU, G722, opus.', {
    sent: { max: 64 },
    uses: ['filter', 'group'],
    section: 'quality',
  }),
  mos: number('MOS', 'How well the call was heard, 1 to 5, by the measure of its system.', {
    sent: { min: 0, max: 5 },
    uses: ['list', 'filter'],
    section: 'quality',
  }),
  jitter: number('Jitter (ms)', 'How unevenly the sound arrived, in milliseconds.', {
    sent: { min: 0, max: 100_000 },
    uses: ['filter'],
    section: 'quality',
  }),
  packetLoss: number('Packet loss (%)', 'How much of the sound did not arrive, in percent.', {
    sent: { min: 0, max: 100 },
    uses: ['filter'],
    section: 'quality',
  }),
} as const satisfies FieldTable
