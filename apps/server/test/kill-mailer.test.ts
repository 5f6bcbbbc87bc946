import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { change, systemActor } from '#server/db/change.ts'
import { openEmbeddedPostgres, type Postgres } from '#server/db/postgres.ts'
import { type MailSink, type Misdeed, openMailSink } from './mail-sink.ts'
import { killPortal, type RunningPortal, startPortal } from './running-portal.ts'
import { times } from './soak.ts'
import { copyTemplate } from './template.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-kill-mails-'))
const mailsARound = 8
const rounds = times(0, 200)

let sink: MailSink
let portal: RunningPortal | undefined
let added = 0

beforeAll(async () => {
  copyTemplate(folder)
  sink = await openMailSink()
  const setting = { key: 'smtpUrl', value: 'null', secret: sink.url }
  await withDatabase(
    async (db) =>
      await change(
        db,
        systemActor,
        async (transaction) => await transaction.insertInto('setting').values(setting).execute(),
      ),
  )
})

afterAll(async () => {
  portal?.process.kill('SIGKILL')
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The database of the portal, while that is not running. */
async function withDatabase<T>(work: (db: Postgres['db']) => Promise<T>): Promise<T> {
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  try {
    return await work(postgres.db)
  } finally {
    await postgres.close()
  }
}

/** More mails; those that were paused wait no longer. */
async function addMails(db: Postgres['db']): Promise<void> {
  const mails = Array.from({ length: mailsARound }, () => ({
    recipient: `reader-${++added}@example.com`,
    subject: 'Hello',
    body_text: 'There. '.repeat(added % 3 === 0 ? 5000 : 1),
  }))
  await db.insertInto('mail').values(mails).execute()
  await db.updateTable('mail').set({ not_before: null }).execute()
}

const misdeeds: readonly Misdeed[] = [
  'cut',
  'cutAfter',
  'hang',
  'hangAfter',
  { slow: 40 },
  { slow: 200 },
  { say: '451 later' },
  { say: 'what?' },
]

function misbehaveSometimes(): void {
  const random = Math.random
  sink.misdeed = () =>
    random() < 0.06 ? misdeeds[Math.floor(random() * misdeeds.length)] : { slow: random() * 20 }
  sink.answer = () => (random() < 0.04 ? '550 no such user' : random() < 0.04 ? '450 busy' : undefined)
}

/** What is open is made to be tried at once. */
async function countOpen(db: Postgres['db']): Promise<number> {
  const query = db.updateTable('mail').set({ not_before: null })
  const { numUpdatedRows } = await query.where('status', 'in', ['waiting', 'sending']).executeTakeFirst()
  return Number(numUpdatedRows)
}

it(
  `each mail is sent, failed or uncertain, and none arrives twice, over ${rounds} kills of the portal`,
  { tags: ['soak'], timeout: times(60_000, 5_400_000) },
  async () => {
    for (let round = 0; round < rounds; round++) {
      await withDatabase(addMails)
      misbehaveSometimes()
      const before = sink.arrived.length
      portal = await startPortal(folder)
      // Some are killed before the first mail has arrived, some among them, some after the last.
      const most = Math.floor(Math.random() * mailsARound)
      const deadline = Date.now() + 400
      while (sink.arrived.length - before < most && Date.now() < deadline) await wait(5)
      await wait(Math.random() * 60)
      await killPortal(portal)
    }
    sink.misdeed = () => undefined
    sink.answer = () => undefined
    for (let open = await withDatabase(countOpen); open > 0; open = await withDatabase(countOpen)) {
      portal = await startPortal(folder)
      // What the killed one was at is uncertain at the start, the rest is sent.
      await wait(1000)
      await killPortal(portal)
    }
    const mails = await withDatabase(async (db) => await db.selectFrom('mail').selectAll().execute())
    expect(mails).toHaveLength(added)
    for (const { recipient, status, id } of mails) {
      const copies = sink.arrived.filter((one) => one.recipient === recipient)
      const possible = { sent: [1], failed: [0], uncertain: [0, 1], waiting: [], sending: [] }[status]
      expect(possible, `${recipient} is ${status}`).toContain(copies.length)
      for (const { messageId } of copies) expect(messageId).toContain(id)
    }
    if (inject('isSoak'))
      console.log(
        Object.entries(Object.groupBy(mails, ({ status }) => status))
          .map(([status, all]) => `${status} ${all.length}`)
          .join(', '),
      )
  },
)
