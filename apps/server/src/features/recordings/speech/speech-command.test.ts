import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpeechTrial } from '@callboard/contract/speech-to-text'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '#test/after-file.ts'
import { RecordingClient } from '#test/clients/recordings.ts'
import { conditionLimitMs, forThisMachine } from '#test/time-limits.ts'

// Commands go after all else, so that one that is not meant to reach its limit may take long.
const limits = { partMs: conditionLimitMs, wholeMs: conditionLimitMs, answerBytes: 100_000 }
const script = join(import.meta.dirname, '../../../../test/speech-command.ts')

let client: RecordingClient
let folder: string

beforeAll(async () => {
  folder = temporaryFolder()
  const command = `${process.execPath} ${script} ${join(folder, 'plan')}`
  const settings = { speechWaitMinutes: 0, speechToText: 'command' }
  client = await RecordingClient.open({ speech: { command, limits }, settings })
})

const plan = (way: string) => writeFileSync(join(folder, 'plan'), way)

const attempt = async (way: string) => {
  plan(way)
  const path = '/api/speechtotext/try'
  const answer = await client.admin.ask({ method: 'POST', path })
  return SpeechTrial.parse(answer.json())
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Those that the command has noted are dead. */
async function expectNoneLeft(): Promise<void> {
  const pids = z.array(z.int()).parse(JSON.parse(readFileSync(join(folder, 'pids'), 'utf8')))
  await vi.waitFor(() => expect(pids.filter(runs)).toEqual([]))
}

it('a command of the environment makes the transcript of a recording, each channel from a WAV file', async () => {
  plan('good')
  const id = await client.upload()
  const recording = await vi.waitFor(async () => {
    const shown = await client.get(id, client.auditor)
    expect(shown).toMatchObject({ speech: { state: 'done' }, isSpeechChecked: true })
    return shown
  })
  expect(recording).toMatchObject({
    transcriptBy: 'command node speech-command.ts plan',
    transcript: [
      { speaker: 'left Kim', start: 1.6, end: 1.9, text: 'Good morning' },
      { speaker: 'right Kim', text: 'Good morning' },
    ],
  })
})

it('the command is told nothing of the portal’s environment', async () => {
  const { transcript } = await attempt('tells')
  expect(transcript[0]?.text).toContain('"names":["LANG","PATH","SPEECH_LANGUAGE"]')
})

it.each([
  ['fails', 'The command ended with 3.', 'The model is not there.'],
  ['garbage', 'What it answered is neither JSON nor WebVTT.', null],
  ['huge', 'What the command wrote: It is larger than 0.1 MB.', null],
])('one that %s is an error', async (way, error, detail) => {
  expect(await attempt(way)).toMatchObject({ error, detail, transcript: [] })
})

it('one that hangs is killed at its limit, with what it has started', async () => {
  limits.partMs = forThisMachine(2000)
  expect((await attempt('hangs')).error).toBe('The command took too long.')
  limits.partMs = conditionLimitMs
  await expectNoneLeft()
})

it('what one leaves behind is killed, and not waited for', async () => {
  expect((await attempt('leaves')).transcript).toHaveLength(2)
  await expectNoneLeft()
})
