import type { Db } from '../../../db/tables/schema.ts'
import { readSettings } from '../../../db/settings.ts'
import type { JobQueue } from '../../../jobs/queue.ts'
import { type AwaitedTranscript, selectSpeechWishes } from './speech-store.ts'

export const transcriptJob = 'make-transcript'

/** Has transcripts made that are waited for. */
export async function queueTranscripts(
  queue: Pick<JobQueue, 'add'>,
  awaited: readonly AwaitedTranscript[],
): Promise<void> {
  for (const { id, after } of awaited)
    await queue.add(transcriptJob, { id }, { key: id, after: after ?? null })
}

/** Whether speech to text makes transcripts for a customer. */
export async function mayMakeTranscripts(db: Db, customerId: string): Promise<boolean> {
  const { speechToText } = await readSettings(db)
  return speechToText !== 'none' && (await selectSpeechWishes(db, customerId)).uses_speech_to_text
}
