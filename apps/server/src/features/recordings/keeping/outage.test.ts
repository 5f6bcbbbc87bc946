import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Overview } from '@callboard/contract/overview'
import { beforeAll, expect, it, vi } from 'vitest'
import { jobs } from '#server/features/recordings/routes.ts'
import { jobs as retentionJobs } from '#server/features/retention/routes.ts'
import { redactionRules } from '#server/features/recordings/redaction/redaction.ts'
import { putClockForward } from '#test/clock.ts'
import { expectError } from '#test/expect-errors.ts'
import { GatedFiles } from '#test/gated-files.ts'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { runJob } from '#test/run-job.ts'

let client: RecordingClient
let files: GatedFiles

beforeAll(async () => {
  client = await RecordingClient.open({ wrapRecordings: (folder) => (files = new GatedFiles(folder)) })
})

async function run(name: string): Promise<void> {
  await runJob([...jobs(client.portal.runtime), ...retentionJobs(client.portal.runtime)], name)
}

async function stored(id: string) {
  const { db } = client.portal.runtime
  return await db.selectFrom('recording').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

async function expectWaiting(ids: string[], why: string): Promise<void> {
  for (const id of ids) {
    await vi.waitFor(async () =>
      expect(await client.get(id, client.listener)).toMatchObject({ redactionStatus: 'pending', error: why }),
    )
  }
}

it('while the storage is away new recordings wait and say so, and go on by themselves when it is back', async () => {
  const heard = await client.uploadReady()
  files.isGone = true
  const away = 'The recordings cannot be reached at the moment.'
  const waiting = [await client.upload(), await client.upload()]
  await expectWaiting(waiting, away)
  await run('try-waiting-recordings')
  await expectWaiting(waiting, away)
  expectError(await client.ask(heard, client.listener), 503, 'unavailable')
  const overview = await client.admin.ask({ path: '/api/overview' })
  expect(overview.json()).toMatchObject({ waitingRecordings: { count: 2, why: away }, failedJobs: [] })

  files.isGone = false
  files.spaceBytes = 0
  await run('try-waiting-recordings')
  await expectWaiting(waiting.slice(0, 1), 'There is too little space to work on recordings.')
  files.spaceBytes = Infinity
  await run('try-waiting-recordings')
  for (const id of waiting)
    expect(await client.worked(id)).toMatchObject({ redactionStatus: 'redacted', error: null })
})

it('new rules try failed recordings too, and fail none because the storage is away', async () => {
  const { db } = client.portal.runtime
  const broken = soundFixture('tones.wav')
  broken.writeUInt32LE(0, 24)
  const [older, failed, lying] = [
    await client.uploadReady(),
    await client.uploadReady(),
    await client.uploadReady(broken),
  ]
  await db
    .updateTable('recording')
    .set({
      redaction_status: 'failed',
      rules_version: null,
      rules_failed: 1,
      error: 'Not read by old rules.',
    })
    .where('id', '=', failed)
    .execute()
  await db.updateTable('recording').set({ rules_version: 1 }).where('id', '=', older).execute()

  files.isGone = true
  for (let time = 0; time < 3; time++) await run('rework-recordings')
  expect(await stored(older)).toMatchObject({ rules_version: 1, rules_failed: null, error: null })
  expect(await stored(failed)).toMatchObject({ rules_failed: 1, error: 'Not read by old rules.' })
  files.isGone = false
  putClockForward(11 * 60_000)
  await run('rework-recordings')
  expect(await stored(older)).toMatchObject({ redaction_status: 'redacted', rules_version: redactionRules })
  expect(await stored(failed)).toMatchObject({ redaction_status: 'redacted', error: null })
  // By these rules it was tried already.
  expect(await stored(lying)).toMatchObject({ redaction_status: 'failed', revision: 2 })
})

it('files that were changed or lost are found at night and shown to administrators, until they are right again', async () => {
  const [changed, lost, right] = [
    await client.uploadReady(),
    await client.uploadReady(),
    await client.uploadReady(),
  ]
  const folder = join(client.portal.folder, 'recordings')
  const changedFile = join(folder, (await stored(changed)).redacted_key ?? '')
  const lostFile = join(folder, (await stored(lost)).original_key ?? '')
  const [bytes, original] = [await readFile(changedFile), await readFile(lostFile)]
  await writeFile(changedFile, Buffer.alloc(bytes.length))
  await rm(lostFile)
  const shown = async () => {
    const answer = await client.admin.ask({ path: '/api/overview' })
    const { count, items } = Overview.parse(answer.json()).damagedRecordings
    return { count, damage: new Map(items.map(({ id, damage }) => [id, damage])) }
  }
  expect(await shown()).toEqual({ count: 0, damage: new Map() })
  await run('check-recording-files')
  expect(await shown()).toEqual({
    count: 2,
    damage: new Map([
      [changed, 'The redacted version in the storage is not the one that was written.'],
      [lost, 'The original is not in the storage.'],
    ]),
  })
  const { checked_at: checkedAt, damage } = await stored(right)
  expect([checkedAt instanceof Date, damage]).toEqual([true, null])
  await writeFile(changedFile, bytes)
  await writeFile(lostFile, original)
  await run('check-recording-files')
  expect((await shown()).count).toBe(0)
})

it('a file that cannot be deleted holds up no others, and goes when it can', async () => {
  const calls = await client.calls(3)
  const rows = []
  for (const call of calls) rows.push(await stored(await client.uploadReady(undefined, call)))
  const stuck = rows[0]?.original_key ?? ''
  files.undeletable.add(stuck)
  const path = `/api/customer/${client.customer.id}`
  await client.admin.ask({ method: 'PUT', path, body: { keepRecordingsDays: 10 } })
  await expect(run('delete-old')).rejects.toThrow('Files of recordings could not be deleted.')
  const folder = join(client.portal.folder, 'recordings')
  expect(await readdir(folder)).toEqual([stuck])
  for (const { id } of rows) expectError(await client.ask(id, client.auditor), 404, 'notFound')
  putClockForward(25 * 3_600_000)
  await expect(run('sweep-recording-files')).rejects.toThrow('Files of recordings could not be deleted.')
  files.undeletable.clear()
  await run('sweep-recording-files')
  expect(await readdir(folder)).toEqual([])
})
