import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { it, vi } from 'vitest'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { behave, misbehaveSometimes } from '#test/misbehaving-sink.ts'
import { startRealPostgres } from '#test/real-postgres.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { times } from '#test/soak.ts'
import { DeliveryClient } from '#test/clients/deliveries.ts'
import { DueAgain } from '#test/subscriptions/due-again.ts'
import { expectSentOnce } from '#test/subscriptions/sent-once.ts'

const kills = times(0, 60)
/** What a process that is gone was at is given up after half a minute. */

it(
  `two processes on one PostgreSQL send what is due once, over ${kills} kills of one of them`,
  { tags: ['soak'] },
  async () => {
    if (kills === 0) return
    const folder = temporaryFolder()
    const bridge = await startChdbBridge(join(folder, 'calls'))
    afterFile(async () => await bridge.close())
    const databaseUrl = (await startRealPostgres()).url
    const deliveriesFolder = join(folder, 'deliveries')
    const delivering = await DeliveryClient.open({
      databaseUrl,
      clickhouseUrl: bridge.url,
      deliveriesFolder,
    })
    const { sink, db, runner, portal } = delivering
    const due = await DueAgain.open(delivering, 10)
    // This process only looks on.
    await runner.close()
    await portal.runtime.mailer.close()
    const settings = {
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: bridge.url,
      DELIVERIES_DIR: deliveriesFolder,
    }
    const start = async (at: number) => await startPortal(join(folder, `portal-${at}`), settings)
    const portals: RunningPortal[] = [await start(0), await start(1)]
    afterFile(async () => void (await Promise.all(portals.map(killPortal))))
    for (let kill = 0; kill < kills; kill++) {
      misbehaveSometimes(sink)
      await due.makeDue(db)
      const byHand = Promise.all(portals.map(async ({ url }) => await due.sendByHand(url)))
      // They look for what is due every five seconds, each at moments of its own.
      await wait(Math.random() * 6000)
      const victim = kill % 2
      await Promise.all(portals.slice(victim, victim + 1).map(killPortal))
      portals[victim] = await start(victim)
      await byHand
      due.take(sink)
    }
    behave(sink)
    // Those that a connection keeps waiting wait no longer.
    await sink.goDown()
    await sink.comeUp()
    await vi.waitUntil(async () => (await due.endPauses(db)) === 0, { interval: 1000 })
    due.take(sink)
    console.log(await expectSentOnce(due, db))
  },
)
