import { olderRecordingsCounted } from '@callboard/contract/recording-rules'
import type { OlderSpeech } from '@callboard/contract/speech-to-text'
import { changeBy } from '../../../access/callers/actor.ts'
import type { Caller } from '../../../access/callers/caller.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Job, JobQueue } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import * as store from './older-speech-store.ts'
import { queueTranscripts } from '../speech/transcript-queue.ts'

interface SendingParts {
  db: Db
  queue: JobQueue
}

/** So few wait for speech to text at a time that new recordings are not behind many older ones, and that a stop ends it soon. */
const maxPending = 4
/** An engine that refuses so many in a row is not to refuse all the others. */
const maxErrors = 5

export async function getOlderSpeech(db: Db): Promise<OlderSpeech> {
  return {
    ...(await store.selectSending(db)),
    ...(await store.countUnsent(db, olderRecordingsCounted)),
  }
}

/**
 * Has recordings sent to speech to text that were there before it, also those that failed, or stops that. Throws `conflict` while
 * speech to text is off.
 */
export async function updateOlderSpeech(
  { db, queue }: SendingParts,
  caller: Caller,
  { isSending }: { isSending: boolean },
): Promise<OlderSpeech> {
  if (isSending && (await readSettings(db)).speechToText === 'none')
    throw new AppError('conflict', 'Speech to text is switched off in the settings.')
  await changeBy(db, caller, async (transaction) => {
    if (!(await store.updateSending(transaction, { isSending, stoppedBy: null }))) return
    await store.insertSendingChange(transaction, isSending)
    if (isSending) await store.updateFailedUnsent(transaction)
  })
  await sendOlder({ db, queue })
  return await getOlderSpeech(db)
}

/** What a process that ended, or engines that were busy, have left to be sent. */
export function sendOlderJob({ db, queue }: SendingParts): Job {
  return {
    name: 'send-older-to-speech',
    cron: '* * * * *',
    work: async () => await sendOlder({ db, queue }),
  }
}

/** What came of a transcript that was to be made: the next ones may be sent, or none when too many fail. */
export async function noteOutcome({ db, queue }: SendingParts, error?: string): Promise<void> {
  const errors = await store.updateErrors(db, { isError: error !== undefined })
  if (error !== undefined && errors >= maxErrors)
    await end(db, `${maxErrors} recordings in a row could not be written down, the last one: ${error}`)
  await sendOlder({ db, queue })
}

/** Those of the newest calls first; ends with the last one. */
async function sendOlder({ db, queue }: SendingParts): Promise<void> {
  const { isSending } = await store.selectSending(db)
  if (!isSending) return
  if ((await readSettings(db)).speechToText === 'none')
    return await end(db, 'Speech to text was switched off.')
  const free = maxPending - (await store.countWaiting(db))
  if (free <= 0) return
  const ids = await store.updateUnsent(db, free)
  if (ids.length === 0) await end(db, null)
  await queueTranscripts(
    queue,
    ids.map((id) => ({ id })),
  )
}

async function end(db: Db, stoppedBy: string | null): Promise<void> {
  await store.updateSending(db, { isSending: false, stoppedBy })
}
