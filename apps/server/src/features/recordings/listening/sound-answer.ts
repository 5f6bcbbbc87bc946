import { RangedAnswer } from '../../../http/ranged-answer.ts'
import type { FileStore } from '../../../lib/files/file-store.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Listening } from './listening.ts'
import { openFile } from '../keeping/storage.ts'
import type { RecordingRow } from '../keeping/store.ts'

const contentTypes = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
} as const satisfies Record<RecordingRow['type'], string>

/** Redacted versions are always written anew, as WAV. */
export function contentTypeOf({ type }: RecordingRow, { redacted }: { redacted: boolean }): string {
  return contentTypes[redacted ? 'wav' : type]
}

interface SoundToSend {
  listening: Listening
  isSaved: boolean
  /** Without its extension; of what is only played it is the recording's id. */
  fileName?: string | undefined
  record: () => Promise<void>
}

/**
 * The sound of a version of a recording. Throws why it may not be heard; `record` is called when bytes are sent, before the
 * first of them.
 */
export function soundAnswer(
  files: FileStore,
  recording: RecordingRow,
  { listening, isSaved, fileName, record }: SoundToSend,
): RangedAnswer {
  const { redacted, error } = listening
  if (error !== undefined) throw error
  const { key, size, hash } = fileOf(recording, redacted)
  return new RangedAnswer({
    contentType: contentTypeOf(recording, { redacted }),
    fileName: `${fileName ?? `recording-${recording.id}`}.${redacted ? 'wav' : recording.type}`,
    isSaved,
    size,
    hash: Buffer.from(hash).toString('hex'),
    async open(range) {
      const bytes = await openFile(files, key, { size, range })
      try {
        await record()
      } catch (failure) {
        bytes.destroy()
        throw failure
      }
      return bytes
    },
  })
}

function fileOf(row: RecordingRow, redacted: boolean) {
  const file = redacted
    ? { key: row.redacted_key, size: row.redacted_bytes, hash: row.redacted_sha256 }
    : { key: row.original_key, size: row.bytes, hash: row.sha256 }
  const { key, size, hash } = file
  if (key === null || size === null || hash === null)
    throw new AppError('notAudible', 'There is no such version of this recording.')
  return { key, size, hash }
}
