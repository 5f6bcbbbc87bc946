import type { Recording } from '@callboard/contract/recordings'

const id = '0193f0a0-0000-7000-8000-000000000018'

/** A recording of eight seconds in which something was redacted. */
export function buildRecording(values: Partial<Recording> = {}): Recording {
  return {
    id,
    callId: id,
    duration: 8,
    channels: 2,
    parties: null,
    contentType: 'audio/wav',
    peaks: [],
    peaksPerSecond: 20,
    redacted: true,
    redactionStatus: 'redacted',
    error: null,
    isSpeechChecked: true,
    isAudible: true,
    spans: [],
    keyTones: [],
    transcript: [],
    transcriptBy: null,
    speech: { state: 'none', error: null, notBefore: null, mayStart: false },
    mayHearOriginal: false,
    isReasonRequired: false,
    isOriginalGone: false,
    createdAt: '2026-11-22T14:00:00.000Z',
    revision: 1,
    ...values,
  }
}
