import { examineSound, type Examination } from './examine-sound.ts'
import type { Overwriting, TimeRange } from './overwrite.ts'
import type { Peaks } from './peaks.ts'
import { isSystemError } from '../lib/system-error.ts'
import { RecordingError, type RecordingErrorKind } from './recording-error.ts'
import type { VoicePart } from './voice-parts.ts'
import { writeRedacted } from './write-redacted.ts'
import { writeVoices } from './write-voices.ts'

// A decoder writes there what it thinks of a broken file. What matters is thrown, and logs tell nothing of recordings.
console.error = () => undefined

export type SoundTask =
  | { task: 'examine'; path: string }
  | { task: 'redact'; path: string; to: string; ranges: TimeRange[]; by: Overwriting }
  | { task: 'voices'; path: string; parts: readonly (VoicePart & { path: string })[] }

export type SoundResult =
  | { examination: Examination }
  | { redacted: { peaks: Peaks[]; bytes: number } }
  | { voices: number }
  | { error: { kind: RecordingErrorKind; message: string } }
  // An error that is thrown here arrives without its code.
  | { systemError: { code: string; syscall: string; message: string } }

/** Runs in a worker: what comes from outside is decoded nowhere else. */
export async function runSoundTask(task: SoundTask): Promise<SoundResult> {
  try {
    switch (task.task) {
      case 'examine':
        return { examination: await examineSound(task.path) }
      case 'redact':
        return { redacted: await writeRedacted(task.path, task.to, task) }
      case 'voices':
        await writeVoices(task.path, task.parts)
        return { voices: task.parts.length }
    }
  } catch (error) {
    if (error instanceof RecordingError) return { error: { kind: error.kind, message: error.message } }
    if (isSystemError(error)) {
      const { code, syscall, message } = error
      return { systemError: { code, syscall, message } }
    }
    throw error
  }
}
