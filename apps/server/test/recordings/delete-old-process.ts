import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { jobs as recordingJobs } from '#server/features/recordings/routes.ts'
import { jobs as retentionJobs } from '#server/features/retention/routes.ts'
import type { FileStore } from '#server/lib/files/file-store.ts'
import { openFolderStore } from '#server/lib/files/file-store.ts'
import { createLog } from '#server/lib/log.ts'
import { startRuntime } from '#server/runtime.ts'
import { openStores } from '#server/stores.ts'
import { join } from 'node:path'

// Deletes what is too old, as the job at night does, of a folder in which some files cannot be deleted now and then. Prints
// `deleting` when it begins and `deleted` when nothing is left; it is killed meanwhile.

const { values } = parseArgs({
  options: { calls: { type: 'string' }, recordings: { type: 'string' }, errors: { type: 'string' } },
})
const { calls = '0', recordings = '0', errors = '0' } = values
const config = readConfig({ DATA_DIR: process.env['DATA_DIR'] })
const stores = await openStores(config)
const files = await openFolderStore(join(config.dataDir, 'recordings'))
const log = createLog('silent')
const runtime = await startRuntime(stores, { config, log, recordingFiles: withErrors(files) })
await change(runtime.db, systemActor, async (transaction) => {
  await transaction
    .updateTable('customer')
    .set({ keep_calls_days: Number(calls), keep_recordings_days: Number(recordings) })
    .execute()
})
console.log('deleting')
const work = [...retentionJobs(runtime), ...recordingJobs(runtime)].filter(({ name }) =>
  ['delete-old', 'sweep-recording-files'].includes(name),
)
for (const job of work) await job.work({}).catch(() => undefined)
console.log('deleted')

function withErrors(folder: FileStore): FileStore {
  return {
    ...folder,
    async delete(key) {
      if (Math.random() < Number(errors)) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
      await folder.delete(key)
    },
  }
}
