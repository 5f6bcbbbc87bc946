import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import type { Postgres } from '#server/db/postgres/postgres.ts'
import { temporaryFolder } from '#test/after-file.ts'
import { withDatabase } from '#test/embedded-database.ts'
import { type MailSink, openMailSink } from '#test/mail-sink.ts'
import { behave, misbehaveSometimes } from '#test/misbehaving-sink.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { times } from '#test/soak.ts'
import { countedWords, expectTakenAsDescribed } from '#test/taken-as-described.ts'
import { copyTemplate } from '#test/template.ts'

const folder = temporaryFolder()
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
    folder,
    async (db) =>
      await change(
        db,
        systemActor,
        async (transaction) => await transaction.insertInto('setting').values(setting).execute(),
      ),
  )
})

afterAll(() => void portal?.process.kill('SIGKILL'))

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

/** What is open is made to be tried at once. */
async function countOpen(db: Postgres['db']): Promise<number> {
  const query = db.updateTable('mail').set({ not_before: null })
  const { numUpdatedRows } = await query.where('status', 'in', ['waiting', 'sending']).executeTakeFirst()
  return Number(numUpdatedRows)
}

it(
  `each mail is sent, failed or uncertain, and none arrives twice, over ${rounds} kills of the portal`,
  { tags: ['soak'] },
  async () => {
    for (let round = 0; round < rounds; round++) {
      await withDatabase(folder, addMails)
      misbehaveSometimes(sink)
      const before = sink.arrived.length
      portal = await startPortal(folder)
      // Some are killed before the first mail has arrived, some among them, some after the last.
      const maxMails = Math.floor(Math.random() * mailsARound)
      const deadline = Date.now() + 400
      while (sink.arrived.length - before < maxMails && Date.now() < deadline) await wait(5)
      await wait(Math.random() * 60)
      await killPortal(portal)
    }
    behave(sink)
    while ((await withDatabase(folder, countOpen)) > 0) {
      portal = await startPortal(folder)
      // What the killed one was at is uncertain at the start, the rest is sent.
      await wait(1000)
      await killPortal(portal)
    }
    const mails = await withDatabase(folder, async (db) => await db.selectFrom('mail').selectAll().execute())
    expect(mails).toHaveLength(added)
    expectTakenAsDescribed(mails, sink.arrived)
    if (inject('isSoak')) console.log(countedWords(mails))
  },
)
