import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { withDatabase } from '#test/embedded-database.ts'
import type { MailSink } from '#test/mail-sink.ts'
import { behave, misbehaveSometimes } from '#test/misbehaving-sink.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { times } from '#test/soak.ts'
import { DeliveryClient } from '#test/clients/deliveries.ts'
import { DueAgain } from '#test/subscriptions/due-again.ts'
import { expectSentOnce } from '#test/subscriptions/sent-once.ts'

const rounds = times(0, 200)
/** Until a portal that has started plans what is due. */
const untilPlanningMs = 5000

/** Kills the portal while it starts, goes on with what was left or is asked by hand; while it plans; or while it renders and sends. */
async function untilMoment(sink: MailSink): Promise<void> {
  const kind = Math.random()
  if (kind < 0.35) return await wait(Math.random() * 1500)
  await wait(untilPlanningMs - 500 + Math.random() * 600)
  if (kind < 0.6) return
  const maxMails = sink.arrived.length + Math.random() * 25
  const deadline = Date.now() + 4000
  while (sink.arrived.length < maxMails && Date.now() < deadline) await wait(5)
  await wait(Math.random() * 60)
}

/** All that is due was planned, and nothing has come for a while. */
async function untilQuiet({ arrived }: MailSink): Promise<void> {
  await wait(untilPlanningMs + 1000)
  for (let before = -1; arrived.length > before; await wait(3000)) before = arrived.length
}

/** Nobody listens now and then, for a while. */
async function stayAwaySometimes(sink: MailSink): Promise<void> {
  if (Math.random() > 0.15) return
  await sink.goDown()
  await wait(Math.random() * 3000)
  await sink.comeUp()
}

async function killAtSomeMoment(
  { url, ...portal }: RunningPortal,
  due: DueAgain,
  sink: MailSink,
): Promise<void> {
  const byHand = async () => {
    await wait(Math.random() * 1000)
    await due.sendByHand(url)
  }
  const meanwhile = Promise.all([byHand(), byHand(), byHand(), stayAwaySometimes(sink)])
  await untilMoment(sink)
  await killPortal(portal)
  await meanwhile
}

it(
  `what is due is planned once, rendered for each recipient, and sent at most once, over ${rounds} kills of the portal`,
  { tags: ['soak'] },
  async () => {
    if (rounds === 0) return
    const delivering = await DeliveryClient.open()
    const { sink } = delivering
    const due = await DueAgain.open(delivering, 10)
    await delivering.close()
    const { folder } = delivering.portal
    let portal: RunningPortal | undefined
    afterFile(() => void portal?.process.kill('SIGKILL'))
    for (let round = 0; round < rounds; round++) {
      await withDatabase(folder, async (db) => await due.makeDue(db))
      misbehaveSometimes(sink)
      portal = await startPortal(folder)
      await killAtSomeMoment(portal, due, sink)
      due.take(sink)
      if (round % 20 === 0) console.log(`${round} kills`)
    }
    behave(sink)
    while ((await withDatabase(folder, async (db) => await due.endPauses(db))) > 0) {
      portal = await startPortal(folder)
      await untilQuiet(sink)
      await killPortal(portal)
      due.take(sink)
    }
    console.log(await withDatabase(folder, async (db) => await expectSentOnce(due, db)))
    // The next start deletes what those that were killed left of files.
    portal = await startPortal(folder)
    await killPortal(portal)
    const kept = await withDatabase(folder, async (db) => await due.selectFiles(db))
    const lost = (await readdir(join(folder, 'deliveries'))).filter((name) => !kept.has(name))
    expect(lost).toEqual([])
  },
)
