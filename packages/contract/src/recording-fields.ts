import { CallRecording } from './call-parts.ts'
import { type FieldTable, fieldOf } from './field-declaration.ts'
import { redactionStatuses } from './fields.ts'
import { recordingSounds } from './recording-sounds.ts'

const text = fieldOf('text')
const duration = fieldOf('duration')
const choice = fieldOf('choice')
const boolean = fieldOf('boolean')
const tags = fieldOf('tags')
const list = fieldOf('list')
const uuid = fieldOf('uuid')

/** What a call says of its recordings, and what is asked of them. */
export const recordingFields = {
  recordings: list('Recordings', 'Recordings of the call.', {
    shortLabel: 'Recording',
    item: CallRecording,
    sent: { max: 20 },
    uses: ['list'],
  }),
  audibleRecordingId: uuid(
    'Recording to play',
    'Which of its recordings you may hear redacted now, the oldest of them; null when there is none.',
    { only: 'read', column: null },
  ),
  recordingSound: choice(
    'Sound',
    'Which sound the portal has of the call: original, redacted version, or why neither.',
    {
      column: null,
      values: recordingSounds,
      none: 'No recording',
      tellsOutcome: 'always',
      uses: ['list', 'filter', 'group'],
    },
  ),
  canBeHeard: boolean('With recording', 'Whether you can listen to one of the call’s recordings now.', {
    only: 'searched',
    column: null,
    isKnown: true,
    uses: ['filter'],
  }),
  hasRecording: boolean('Recording', 'Whether the call has a recording.', {
    only: 'asked',
    column: null,
    isKnown: true,
    tellsOutcome: 'always',
    uses: ['filter', 'group'],
  }),
  redactionStatus: tags(
    'Redaction',
    'How far one of the call’s recordings was examined, and what was found.',
    {
      only: 'asked',
      column: 'recording_states',
      values: redactionStatuses,
      none: 'No recording',
      uses: ['filter'],
    },
  ),
  recordingDuration: duration('Recorded time', 'Length of the call’s recordings together.', {
    only: 'asked',
    uses: ['filter'],
  }),
  transcript: text('Transcript', 'Words that were said in one of the call’s recordings.', {
    only: 'searched',
    uses: ['filter'],
  }),
} as const satisfies FieldTable
