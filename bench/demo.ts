import { readConfig } from '../apps/server/src/config.ts'
import { migrate, openStores } from '../apps/server/src/stores.ts'
import { fillDemo } from '../apps/server/src/setup/demo/fill-demo.ts'
import { elapsedMs } from './measure.ts'

/** What a first start with demo data waits for. */
export async function fillWithDemo(folder: string, callCount: number) {
  const stores = await openStores(readConfig({ DATA_DIR: folder }))
  await migrate(stores)
  let calls = 0
  const filledMs = await elapsedMs(async () => {
    const { postgres, calls: store } = stores
    const onProgress = (done: number) => (calls = done)
    await fillDemo({ db: postgres.db, calls: store, dataDir: folder, now: new Date(), callCount, onProgress })
  })
  await stores.close()
  return { calls, elapsedMs: filledMs }
}
