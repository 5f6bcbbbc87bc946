import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import { CallSource, nothingWrong, readAll, UnexpectedAnswer, waitingBatches } from '#test/call-source.ts'
import { Factory } from '#test/factory.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { type DiskKind, SmallDisk } from '#test/small-disk.ts'
import { randomOf, seeds, times } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'

const senders = 2
const isRun = times(0, 1) === 1

let disk: SmallDisk | undefined
let portal: RunningPortal | undefined

afterEach(async () => {
  if (portal !== undefined) await killPortal(portal)
  portal = undefined
  disk?.unmount()
  disk = undefined
})

/** How a run goes on when its disk has filled. */
const ways = [
  'stays',
  'is killed while it is full',
  'is killed when it is free',
  'is stopped when it is free',
] as const

/** Sends until it is told to end; what is not taken is sent again later. */
async function keepSending(source: CallSource, sender: number, signal: AbortSignal): Promise<Set<unknown>> {
  const statuses = new Set<unknown>()
  while (!signal.aborted) {
    const status = portal && (await source.send(portal.url, sender))
    statuses.add(status)
    await wait(status === 200 ? 100 : 300)
  }
  return statuses
}

async function stopPortal({ process: child }: RunningPortal): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function findWrong(source: CallSource, { url }: RunningPortal) {
  try {
    return source.findWrong(await readAll(url))
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return error.message
    throw error
  }
}

describe('a disk that fills at any moment while calls come in', () => {
  it.for(['tmpfs', 'ext4'] as const)(
    'costs no acknowledged call, whether the portal is restarted or not: %s',
    { tags: ['soak'] },
    async (kind, { skip }) => {
      const small = (disk = mountOrSkip(kind, skip))
      const folder = join(small.folder, 'data')
      mkdirSync(folder, { mode: 0o700 })
      copyTemplate(folder)
      const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
      const make = new Factory(postgres.db)
      const source = new CallSource(await make.apiKey((await make.customer()).id), 600)
      await postgres.close()
      for (const seed of seeds(0, 10)) {
        const running = await fillOnce({ folder, source, disk: small, random: randomOf(seed) })
        await expect.poll(() => waitingBatches(folder)).toEqual([])
        const wrong = async () => await findWrong(source, running)
        await expect.poll(wrong, { interval: 1_000 }).toEqual(nothingWrong)
      }
    },
  )
})

describe('a disk that fills while a portal is set up and its stores are migrated', () => {
  it.for(['tmpfs', 'ext4'] as const)(
    'ends the start with one sentence, and the next one goes through: %s',
    { tags: ['soak'] },
    async (kind, { skip }) => {
      const small = (disk = mountOrSkip(kind, skip))
      const allFiles = countFiles(inject('portalTemplate'))
      for (const seed of seeds(0, 10)) {
        const folder = join(small.folder, `data-${seed}`)
        mkdirSync(folder, { mode: 0o700 })
        const enough = randomOf(seed)() * allFiles
        const start = startPortal(folder).then(
          async (running) => {
            await killPortal(running)
            return 'it had started'
          },
          (error: unknown) => String(error),
        )
        await expect.poll(() => countFiles(folder), { interval: 5 }).toBeGreaterThan(enough)
        small.fill()
        const said = await start
        small.free()
        console.log(said)
        expect(said).toMatch(
          /^it had started$|: The disk of DATA_DIR \S+ has run full\. Free some space, and start again\.\n$/,
        )
        portal = await startPortal(folder)
        expect(await readAll(portal.url)).toEqual([])
        await killPortal(portal)
        rmSync(folder, { recursive: true })
      }
    },
  )
})

function countFiles(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length
  } catch {
    // One that went while it was looked into.
    return 0
  }
}

function mountOrSkip(kind: DiskKind, skip: (why: string) => never): SmallDisk {
  if (!isRun) return skip('it takes half an hour: npm run soak')
  const mounted = SmallDisk.mount(kind)
  return typeof mounted === 'string' ? skip(mounted) : mounted
}

interface Round {
  folder: string
  source: CallSource
  disk: SmallDisk
  random: () => number
}

async function fillOnce({ folder, source, disk: small, random }: Round): Promise<RunningPortal> {
  portal ??= await startPortal(folder)
  const sending = new AbortController()
  const before = source.acknowledged.size
  const sent = Array.from(
    { length: senders },
    async (_, sender) => await keepSending(source, sender, sending.signal),
  )
  const enough = before + 300 + random() * 6000
  await expect.poll(() => source.acknowledged.size, { interval: 5 }).toBeGreaterThan(enough)
  small.fill()
  const isLate = random() < 0.5
  await wait((isLate ? 15_000 : 1_000) + random() * (isLate ? 20_000 : 5_000))
  const way = ways[Math.floor(random() * ways.length)]
  if (way === 'is killed while it is full') await killPortal(portal)
  small.free()
  if (way === 'is killed when it is free') await killPortal(portal)
  if (way === 'is stopped when it is free') await stopPortal(portal)
  sending.abort()
  const statuses = new Set((await Promise.all(sent)).flatMap((some) => [...some]))
  if (way !== 'stays') portal = await startPortal(folder)
  console.log(
    `${isLate ? 'late' : 'early'}, ${way}: ${source.acknowledged.size} calls, answers ${[...statuses].join(' ')}`,
  )
  return portal
}
