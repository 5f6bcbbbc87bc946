import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { IngestPortal } from '#test/ingest-portal.ts'
import { AppError } from '../../lib/app-error.ts'
import { ImportFileError } from '../../lib/files/text-lines.ts'
import type { IngestCustomer } from '../ingest/rows/check.ts'
import { importFile, type ImportProgress } from './import-file.ts'

let portal: IngestPortal
let customer: IngestCustomer
let made = 0
beforeAll(async () => {
  portal = await IngestPortal.open()
})

async function begin(): Promise<void> {
  customer = await portal.addCustomer(`import-${++made}`)
}

interface Line {
  call: number
  leg: number
  caller?: string
  isAnswered?: boolean
}

const firstSecond = Date.UTC(2026, 2, 2, 15) / 1000

/** A leg of a minute; calls follow each other every ten minutes. */
function lineOf({ call, leg, caller = '4155550123', isAnswered = true }: Line): string {
  const start = firstSecond + call * 600
  const clock = (second: number) =>
    `"${new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')}"`
  const answer = isAnswered ? clock(start + 10) : ''
  const id = `${start}.${call * 10}`
  const disposition = isAnswered ? 'ANSWERED' : 'NO ANSWER'
  const own = `"","${caller}","2125550100","from-trunk","""${caller}"" <${caller}>"`
  const channels = `"SIP/trunk-${call}","SIP/30${leg}-${call}${leg}","Dial","SIP/30${leg},60,t"`
  const times = `${clock(start)},${answer},${clock(start + 60)},60,${isAnswered ? 50 : 0}`
  return `${own},${channels},${times},"${disposition}","DOCUMENTATION","${leg === 1 ? id : id + leg}","","","${id}",${leg}\n`
}

async function importLines(
  lines: readonly string[],
  given: Pick<Parameters<typeof importFile>[0], 'signal' | 'recordings'> = {},
) {
  const path = join(portal.folder, `master-${made}.csv`)
  await writeFile(path, lines.join(''))
  const progress: ImportProgress[] = []
  const summary = await importFile({
    ingest: portal.ingest,
    path,
    format: 'asterisk',
    customerCode: customer.code,
    timeZone: 'UTC',
    onProgress: (done) => progress.push(done),
    ...given,
  })
  return { summary, progress }
}

const stored = async () => await portal.rows(`customer_id = '${customer.id}'`)

describe('a file of Asterisk', () => {
  it('is imported whole: every line is in a call or in the quarantine, and can be read at the end', async () => {
    await begin()
    const lines = [0, 1, 2].flatMap((call) => [
      lineOf({ call, leg: 1, isAnswered: false }),
      lineOf({ call, leg: 2 }),
    ])
    lines.splice(3, 0, 'broken line\n')
    const { summary, progress } = await importLines(lines)
    expect(summary).toMatchObject({
      isComplete: true,
      legs: 6,
      calls: 3,
      created: 3,
      rejected: 1,
      warnings: [],
    })
    expect(summary.text).toMatch(
      /^6 legs read, 3 calls: 3 created, 0 updated, 0 unchanged; 1 rejected, in [\d.]+ s\./,
    )
    expect(progress.at(-1)?.text).toMatch(/^100 %, 6 legs, 3 calls, [\d,]+ legs a second$/)
    expect((await stored()).map((row) => [row['status'], row['prior_calls'], row['source_system']])).toEqual([
      ['answered', 0, 'asterisk'],
      ['answered', 1, 'asterisk'],
      ['answered', 2, 'asterisk'],
    ])
    expect(await portal.quarantined()).toMatchObject([
      { raw: 'broken line', line: 4, source_system: 'asterisk' },
    ])
  })

  it('changes nothing when it is imported again, and only what is new when it has grown', async () => {
    await begin()
    const lines = [0, 1].map((call) => lineOf({ call, leg: 1, isAnswered: false }))
    await importLines(lines)
    expect((await importLines(lines)).summary).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const grown = [...lines, lineOf({ call: 1, leg: 2 }), lineOf({ call: 2, leg: 1 })]
    expect((await importLines(grown)).summary).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
    expect((await stored()).map((row) => row['status'])).toEqual(['missed', 'answered', 'answered'])
  })

  it('goes on where it was stopped, when it is imported again', async () => {
    await begin()
    const lines = Array.from({ length: 3000 }, (_, call) => lineOf({ call, leg: 1 }))
    const stopped = await importLines(lines, { signal: AbortSignal.abort() })
    expect(stopped.summary.isComplete).toBe(false)
    expect(stopped.summary.text).toContain('Stopped')
    const { summary } = await importLines(lines)
    expect(summary.created + summary.unchanged).toBe(3000)
    expect(await stored()).toHaveLength(3000)
  })

  it('says so when its clock is not in the zone that was given', async () => {
    await begin()
    const lines = [lineOf({ call: 0, leg: 1 }).replaceAll('2026-03-02 15:', '2026-03-02 10:')]
    const { summary } = await importLines(lines)
    expect(summary.warnings).toEqual([expect.stringContaining('by -300 minutes')])
    expect(summary.text).toContain('probably not in UTC')
  })

  it('is refused when it is none, and nothing of it is taken', async () => {
    await begin()
    await expect(importLines(['<html>\n'])).rejects.toBeInstanceOf(ImportFileError)
    expect(await stored()).toEqual([])
  })
})

describe('sound files of the switch', () => {
  it('are added to the calls of the file whose ids are in their names', async () => {
    await begin()
    const folder = join(portal.folder, `monitor-${made}`)
    await mkdir(join(folder, '2026/03'), { recursive: true })
    const idOf = (call: number) => `${firstSecond + call * 600}.${call * 10}`
    for (const name of [
      `2026/03/in-2125550100-4155550123-20260302-150000-${idOf(0)}.wav`,
      `2026/03/${idOf(1)}.MP3`,
      `2026/03/queue-7-${idOf(1)}-2.wav`,
      `2026/03/${idOf(1)}.txt`,
      `2026/03/no-sound-${idOf(2)}.wav`,
      `2026/03/rejected-${idOf(3)}.wav`,
      `${firstSecond + 7}.3.wav`,
      'greeting.wav',
    ])
      await writeFile(join(folder, name), name)
    const lines = [0, 1, 2].map((call) => lineOf({ call, leg: 1 }))
    const kept: string[] = []
    const { summary } = await importLines(lines, {
      recordings: {
        folder,
        async keep(call, chunks) {
          const said = await text(chunks)
          if (said.includes('no-sound')) throw new AppError('unsupportedMediaType', 'This is no sound.')
          kept.push(`${call.startedAt} ${said}`)
        },
      },
    })
    expect(kept).toEqual([
      `2026-03-02T15:00:00.000Z 2026/03/in-2125550100-4155550123-20260302-150000-${idOf(0)}.wav`,
      `2026-03-02T15:10:00.000Z 2026/03/${idOf(1)}.MP3`,
      `2026-03-02T15:10:00.000Z 2026/03/queue-7-${idOf(1)}-2.wav`,
    ])
    expect(summary.text.split('\n').slice(1)).toEqual([
      '7 recordings found beside it: 3 kept, 1 rejected, 3 of no call of the file.',
      `no-sound-${idOf(2)}.wav: This is no sound.`,
    ])
  })
})
