import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TranscriptTurns } from '@callboard/contract/recordings'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { addRecording, type UploadParts } from '../../features/recordings/arrivals/upload.ts'
import { updateTranscript } from '../../features/recordings/keeping/store.ts'
import { queueWork } from '../../features/recordings/redaction/work.ts'
import { businesses } from './businesses.ts'
import { hasRecordings, selectCallsThatTalk, updateUnexamined, type TalkingCall } from './store.ts'

const folder = join(import.meta.dirname, '../../../demo-sounds')

const Conversations = z.record(
  z.string(),
  z.object({ business: z.string(), seconds: z.number(), turns: TranscriptTurns }),
)

type Conversation = { name: string } & z.infer<typeof Conversations>[string]

export interface RecordingsToFill extends Pick<UploadParts, 'db' | 'files' | 'queue'> {
  calls: CallStore
  /** Calls of each conversation. */
  copies?: number
  signal?: AbortSignal
}

/**
 * Gives a few dozen demo calls their recordings, unless there are any. They are worked on as any others are; of some it is
 * left out, so that each state is there: nobody has examined it, it waits, nobody wrote down what is said, it is cut.
 */
export async function fillRecordings(parts: RecordingsToFill): Promise<void> {
  if (await hasRecordings(parts.db)) return
  const copies = parts.copies ?? 3
  const known = Conversations.parse(JSON.parse(await readFile(join(folder, 'recordings.json'), 'utf8')))
  const conversations = Object.entries(known).map(([name, conversation]) => ({ name, ...conversation }))
  for (const [at, conversation] of conversations.entries()) {
    const calls = await callsFor(parts, conversation, copies + extra.length)
    for (const call of calls.slice(0, copies)) {
      if (parts.signal?.aborted === true) return
      await addSpoken(parts, call, conversation)
    }
    const call = calls[copies]
    if (call !== undefined) await extra[at]?.(parts, call, conversation)
  }
}

type Add = (parts: RecordingsToFill, call: TalkingCall, conversation: Conversation) => Promise<void>

const addSpoken: Add = async (parts, call, { name, turns }) => {
  const { id } = await addUnworked(parts, call, `${name}.mp3`)
  await updateTranscript(parts.db, id, { transcript: turns })
  await queueWork(parts.queue, id)
}

/** What becomes of one more call of the first conversations. */
const extra: readonly Add[] = [
  async (parts, call, { name }) => {
    const { id } = await addUnworked(parts, call, `${name}.mp3`)
    await updateUnexamined(parts.db, id)
  },
  // Until the portal starts again, or an hour has passed.
  async (parts, call, { name }) => void (await addUnworked(parts, call, `${name}.mp3`)),
  async (parts, call) => {
    const { id } = await addUnworked(parts, call, 'cut.m4a')
    await queueWork(parts.queue, id)
  },
  async (parts, call, { name }) => {
    const { id } = await addUnworked(parts, call, `${name}.mp3`)
    await queueWork(parts.queue, id)
  },
]

async function addUnworked({ db, files }: RecordingsToFill, call: TalkingCall, file: string) {
  const queue = { add: async () => {} }
  return await addRecording(
    { db, files, queue },
    { ...call, agentChannel: 'right' },
    createReadStream(join(folder, file)),
  )
}

/** The newest calls of the business in which somebody talks for about as long. */
async function callsFor(
  { calls }: RecordingsToFill,
  { business, seconds }: Conversation,
  count: number,
): Promise<TalkingCall[]> {
  const customerId = businesses.find(({ code }) => code === business)?.customerId
  if (customerId === undefined) throw new Error(`there is no business ${business}`)
  return await selectCallsThatTalk(calls, { customerId, seconds: Math.round(seconds), count })
}
