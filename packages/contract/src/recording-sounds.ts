/**
 * Which sound there is of a call, whoever asks; of several recordings the first of these that one is:
 * - `both`: the original and the redacted version
 * - `redacted`: the original was destroyed
 * - `original`: no redacted version at the moment
 * - `fetching`, `notFetched`: still at whoever sent the call
 * - `deleted`: it was kept for as long as the settings say
 * - `elsewhere`: the call mentions a recording, and nobody has sent its sound
 */
export const recordingSounds = [
  'both',
  'redacted',
  'original',
  'fetching',
  'notFetched',
  'deleted',
  'elsewhere',
] as const
export type RecordingSound = (typeof recordingSounds)[number]

export const soundLabels = {
  both: 'Original and redacted',
  redacted: 'Redacted version only',
  original: 'Original only',
  fetching: 'Being fetched',
  notFetched: 'Could not be fetched',
  deleted: 'Deleted',
  elsewhere: 'Not in the portal',
} as const satisfies Record<RecordingSound, string>
