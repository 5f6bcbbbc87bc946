import { setTimeout as wait } from 'node:timers/promises'
import { callDetails, ingestCalls } from '@callboard/contract/calls'
import { searchCustomers } from '@callboard/contract/customers'
import { beforeAll, expect, it } from 'vitest'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { buildCall } from '#test/factory.ts'
import { type Link, openLink } from '#test/link.ts'
import { type MailSink, openMailSink } from '#test/mail-sink.ts'
import { type RealPostgres, startRealPostgres } from '#test/real-postgres.ts'
import { openS3Server, s3Keys } from '#test/s3-server.ts'
import { times } from '#test/soak.ts'

// docs/guide/operator.md, "When something is away", has these in a table.
const awayMs = times(1000, 60_000)

let client: RecordingClient
let recording: string
let postgres: RealPostgres
let clickhouse: Link
let bucket: Link
let sink: MailSink

beforeAll(async () => {
  const folder = temporaryFolder()
  const bridge = await startChdbBridge(folder)
  afterFile(async () => await bridge.close())
  postgres = await startRealPostgres()
  sink = await openMailSink()
  const s3 = await openS3Server()
  const portOf = (url: string) => Number(/:(\d+)$/.exec(url)?.[1])
  clickhouse = await openLink(portOf(bridge.url))
  bucket = await openLink(portOf(s3.url))
  client = await RecordingClient.open({
    databaseUrl: postgres.url,
    clickhouseUrl: `http://127.0.0.1:${clickhouse.port}`,
    recordings: { url: s3.url.replace(/\d+$/, String(bucket.port)), keys: s3Keys },
    settings: { smtpUrl: sink.url },
  })
  recording = await client.uploadReady(soundFixture('tones.wav'))
})

let made = 0
/** Calls and mails that were acknowledged. */
const kept = { calls: new Set<string>(), mails: new Set<string>() }

const asked = {
  async people() {
    return await client.admin.ask({ path: searchCustomers.path, body: {} })
  },
  async calls() {
    // Another one each time, as an answer that was given before may be given again.
    const body = { from: new Date(Date.UTC(2026, 1, 1) + ++made).toISOString(), to: '2026-04-01' }
    return await client.admin.ask({ path: callDetails.path, body })
  },
  async sends() {
    const call = buildCall({ externalCallId: `away-${++made}` })
    const answer = await client.portal.ask({ path: ingestCalls.path, body: [call], token: client.key })
    if (answer.status === 200) kept.calls.add(call.externalCallId)
    return answer
  },
  async hears() {
    return await client.ask(recording, client.listener)
  },
}

type Statuses = Record<keyof typeof asked, number>

async function readStatuses(): Promise<Statuses> {
  const [people, calls, sends, hears] = [
    await asked.people(),
    await asked.calls(),
    await asked.sends(),
    await asked.hears(),
  ]
  const waits = [people, calls, sends, hears].filter(({ status }) => status === 503)
  for (const { headers } of waits) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  return { people: people.status, calls: calls.status, sends: sends.status, hears: hears.status }
}

const well: Statuses = { people: 200, calls: 200, sends: 200, hears: 200 }

async function sendMail(): Promise<void> {
  const recipient = `away-${++made}@example.com`
  await client.portal.runtime.mailer.enqueue({ recipient, subject: 'Hello', text: 'There' })
  kept.mails.add(recipient)
}

interface Fault {
  what: string
  meanwhile: Statuses
  goDown: () => Promise<void>
  comeUp: () => Promise<void>
}

const faults: Fault[] = [
  {
    what: 'PostgreSQL',
    meanwhile: { people: 503, calls: 503, sends: 503, hears: 503 },
    goDown: async () => await postgres.stop('fast'),
    comeUp: async () => await postgres.start(),
  },
  {
    what: 'ClickHouse',
    meanwhile: { people: 200, calls: 503, sends: 200, hears: 503 },
    goDown: async () => await clickhouse.goDown(),
    comeUp: async () => await clickhouse.comeUp(),
  },
  {
    what: 'the bucket of recordings',
    meanwhile: { people: 200, calls: 200, sends: 200, hears: 503 },
    goDown: async () => await bucket.goDown(),
    comeUp: async () => await bucket.comeUp(),
  },
  {
    what: 'the mail server',
    meanwhile: well,
    goDown: async () => await sink.goDown(),
    comeUp: async () => await sink.comeUp(),
  },
]

it.each(faults)(
  'while $what is away for a minute, everything else goes on, and nothing is lost or done twice when it is back',
  { tags: ['soak'] },
  async ({ what, meanwhile, goDown, comeUp }) => {
    expect(await readStatuses()).toEqual(well)
    await goDown()
    const end = Date.now() + awayMs
    do {
      expect(await readStatuses()).toEqual(meanwhile)
      if (what !== 'PostgreSQL') await sendMail()
      await wait(times(100, 5000))
    } while (Date.now() < end)
    await comeUp()
    await expect.poll(readStatuses, { interval: 100 }).toEqual(well)
    // Pauses between tries of a mail are of minutes.
    await client.portal.runtime.db.updateTable('mail').set({ not_before: null }).execute()
    const arrived = () => sink.arrived.filter(({ recipient }) => kept.mails.has(recipient))
    await expect.poll(() => arrived().length).toBe(kept.mails.size)
    const { ingest } = client.portal.runtime
    await ingest.relationsSettled()
    const body = { from: '2026-03-01', to: '2026-04-01', columns: ['externalCallId'], pageSize: 500 }
    const answer = await client.admin.ask({ path: callDetails.path, body })
    expect(answer.text.match(/away-\d+/g)?.toSorted()).toEqual([...kept.calls].toSorted())
  },
)
